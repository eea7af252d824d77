// The panel of a game that is played: nothing of what gopy thinks, and always as high.
import { send } from "./server.js";
import { Doubt } from "./doubt.jsx";
import { Count, Walk, gameText, isGopys, resultText, turnText } from "./players.jsx";
import { Resign } from "./resign.jsx";
import { hintText, leadText } from "./said.js";
import { Offer } from "./streak.jsx";
import { SIDES, SideSelect, Strength, sideOf } from "./strength.jsx";
import { say } from "../../../languages/say.js";

const playAgain = (go, strength = go.strength) => send("new", { size: go.size, komi: go.komi, handicap: go.handicap, black: go.players[0], white: go.players[1],
  strength, clock: go.clock?.text ?? "", capture: go.capture, ...(go.rules ? { rules: go.rules } : {}) });

/** Where the game stands, in one sentence, and what can be done about it. */
export function Status({ go, way, estimate, hint, walk, offer }) {
  if (go.node !== go.live) {
    return (
      <div class="looking" role="status">
        <p>{say("looking", way)}</p>
        <div class="buttons"><button class="primary" onClick={() => send("study", { on: false })}>{say("looking.back")}</button>
          <button onClick={() => send("study", { on: true })}>{say("looking.study")}</button></div>
      </div>
    );
  }
  if (go.doubt) return <Doubt doubt={go.doubt} move={go.last} />;
  if (walk.now) return <Walk walk={walk} />;
  if (go.result && (!go.count || go.count.agreed)) {
    return (
      <>
        <p class="outlook result"><b>{resultText(go.result)}</b></p>
        {go.count && <Count count={go.count} walk={walk} />}
        {!!go.capture && <p>{say("capture.taken", { black: go.captures[0], white: go.captures[1] })}</p>}
        <div class="buttons">{!go.capture && <button class="primary" onClick={() => send("review", { on: true })} title={say("over.review_hint")}>{say("over.review")}</button>}
          <button onClick={() => send("study", { on: true })}>{say("over.study")}</button>
          <button onClick={() => playAgain(go)}>{say("over.again")}</button>
          {offer && <Offer level={offer} from={go.strength.level} begin={(strength) => playAgain(go, strength)} />}</div>
      </>
    );
  }
  if (go.count) return <><p class="outlook result"><b>{resultText(go.result)}</b></p><Count count={go.count} walk={walk} /></>;
  if (go.doing === "count") return <p>{say("count.counting")}</p>;
  if (go.doing === "doubt") return <p>{say("doubt.looking")}</p>;
  const gopys = isGopys(go, go.to_play), alone = !go.players.includes("gopy");
  if (go.doing === "genmove") {
    return <><p>{say("turn.thinking")}</p><div class="buttons"><button onClick={() => send("stop")}>{say("button.stop")}</button></div></>;
  }
  if (gopys) {
    return <><p>{say("turn.gopys")}</p><div class="buttons"><button class="primary" onClick={() => send("genmove")}>{say("button.gopy_moves")}</button></div></>;
  }
  return (
    <>
      <p class={estimate || hint ? "" : "faint"}>{hint ? hintText(hint, go.size) : estimate ? leadText(estimate) :
        gameText(go, alone ? turnText(go) : say("turn.yours"))}</p>
    </>
  );
}

export function PlayButtons({ go, estimate, askEstimate, act }) {
  const mine = go.node === go.live && !go.result && go.doing !== "genmove" && !isGopys(go, go.to_play);
  return (
    <div class="buttons">
      <button onClick={() => act("play", { vertex: "pass" })} disabled={!mine}>{say("button.pass")}</button>
      <button onClick={() => act("undo")} disabled={go.live === 0 || go.count?.agreed || (go.names && go.result)}>{say("button.take_back")}</button>
      <button onClick={() => send("hint")} disabled={!mine} title={say("button.hint_hint")}>{say("button.hint")}</button>
      <button onClick={askEstimate} disabled={!mine || !!go.capture} aria-pressed={!!estimate} title={say("button.score_hint")}>{say("button.score")}</button>
      <Resign key={go.version} disabled={!!go.result || go.node !== go.live} />
    </div>
  );
}

/** Who plays which side, and how strongly: a change takes effect at once. */
export function Sides({ go }) {
  const set = (side) => send("go_on", { black: SIDES[side][0], white: SIDES[side][1] });
  return (
    <div class="sides">
      <label>{say("side.you")}<SideSelect value={sideOf(go.players)} onChange={set} disabled={!!go.result} /></label>
      <label>gopy<Strength ranked={!go.capture} value={go.strength} onChange={(strength) => send("set", { strength })} /></label>
    </div>
  );
}

/** How long gopy waits between two moves against itself. */
export function Pace({ go }) {
  return (
    <label class="slider">{say("pace.slow")}<input type="range" min="0" max="4" step="0.25" value={4 - Math.min(4, go.pace)} aria-label={say("pace.label")}
      aria-valuetext={say("pace.value", { seconds: go.pace })}
      onInput={(event) => send("pace", { seconds: 4 - Number(event.currentTarget.value) })} />{say("pace.fast")}</label>
  );
}
