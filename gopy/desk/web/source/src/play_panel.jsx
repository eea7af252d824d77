// The panel of a game that is played: nothing of what gopy thinks, and always as high.
import { send } from "./server.js";
import { Count, isGopys, resultText, turnText } from "./players.jsx";
import { Resign } from "./resign.jsx";
import { SIDES, SideSelect, Strength, sideOf } from "./strength.jsx";
import { margin } from "../../../review/graph.js";

const playAgain = (go) => send("new", { size: go.size, komi: go.komi, handicap: go.handicap, black: go.players[0], white: go.players[1],
  strength: go.strength, clock: go.clock?.text ?? "", ...(go.rules ? { rules: go.rules } : {}) });

const HINTS = { area: "Look at the marked area. Ask again for two moves.", moves: "A or B? Ask again for the answer.",
  line: "This is what gopy would play." };

const leads = (score) => Math.abs(score) < 0.5 ? "It is about even" : `${score > 0 ? "Black" : "White"} leads by about ${margin(score).slice(2)}`;

/** Where the game stands, in one sentence, and what can be done about it. */
export function Status({ go, way, estimate, hint }) {
  if (go.node !== go.live) {
    return (
      <div class="looking" role="status">
        <p>You look at move {way.here} of {way.played}; clicks play nothing.</p>
        <div class="buttons"><button class="primary" onClick={() => send("study", { on: false })}>Back to the game</button>
          <button onClick={() => send("study", { on: true })}>Study from here</button></div>
      </div>
    );
  }
  if (go.result && (!go.count || go.count.agreed)) {
    return (
      <>
        <p class="outlook result"><b>{resultText(go.result)}</b></p>
        {go.count && <Count count={go.count} />}
        <div class="buttons"><button class="primary" onClick={() => send("review", { on: true })} title="Find the mistakes, with reasons">Review</button>
          <button onClick={() => send("study", { on: true })}>Study the game</button>
          <button onClick={() => playAgain(go)}>Play again</button></div>
      </>
    );
  }
  if (go.count) return <><p class="outlook result"><b>{resultText(go.result)}</b></p><Count count={go.count} /></>;
  if (go.doing === "count") return <p>Both have passed. gopy counts…</p>;
  const gopys = isGopys(go, go.to_play), alone = !go.players.includes("gopy");
  if (go.doing === "genmove") {
    return <><p>gopy is thinking…</p><div class="buttons"><button onClick={() => send("stop")}>Stop</button></div></>;
  }
  if (gopys) {
    return <><p>It is gopy's turn.</p><div class="buttons"><button class="primary" onClick={() => send("genmove")}>gopy moves</button></div></>;
  }
  return (
    <>
      <p class={estimate || hint ? "" : "faint"}>{hint ? HINTS[hint.step] : estimate ? leads(estimate.score) :
        alone ? turnText(go) : turnText(go).replace(/^\w+ to play/, "Your move")}</p>
      {hint?.step === "line" && hint.line[0] === "pass" && <p>gopy would pass.</p>}
    </>
  );
}

export function PlayButtons({ go, estimate, askEstimate, act }) {
  const mine = go.node === go.live && !go.result && go.doing !== "genmove" && !isGopys(go, go.to_play);
  return (
    <div class="buttons">
      <button onClick={() => act("play", { vertex: "pass" })} disabled={!mine}>Pass</button>
      <button onClick={() => act("undo")} disabled={go.live === 0 || go.count?.agreed || (go.names && go.result)}>Take back</button>
      <button onClick={() => send("hint")} disabled={!mine} title="Where to look; again: two moves; again: the better one (T)">Hint</button>
      <button onClick={askEstimate} disabled={!mine} aria-pressed={!!estimate} title="Who leads, and whose the points are (E)">Score</button>
      <Resign key={go.version} disabled={!!go.result || go.node !== go.live} />
    </div>
  );
}

/** Who plays which side, and how strongly: a change takes effect at once. */
export function Sides({ go }) {
  const set = (side) => send("go_on", { black: SIDES[side][0], white: SIDES[side][1] });
  return (
    <div class="sides">
      <label>You play<SideSelect value={sideOf(go.players)} onChange={set} disabled={!!go.result} /></label>
      <label>gopy<Strength value={go.strength} onChange={(strength) => send("set", { strength })} /></label>
    </div>
  );
}

/** How long gopy waits between two moves against itself. */
export function Pace({ go }) {
  return (
    <label class="slider">Slow<input type="range" min="0" max="4" step="0.25" value={4 - Math.min(4, go.pace)} aria-label="Speed"
      aria-valuetext={`${go.pace} s between moves`}
      onInput={(event) => send("pace", { seconds: 4 - Number(event.currentTarget.value) })} />Fast</label>
  );
}
