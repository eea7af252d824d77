// Who plays, whose turn it is, how the game stands, and its count.
import { send } from "./server.js";
import { Clock } from "./clock.jsx";
import { strengthText } from "./strength.jsx";
import { margin } from "../../../review/graph.js";
import { nameOf, say } from "../../../languages/say.js";
import { percent } from "./squares.js";

export const isGopys = (go, colour) => go.players[colour] === "gopy";

export function Player({ colour, go, about }) {
  const gopy = isGopys(go, colour);
  const turn = go.to_play === colour && (go.studying || !go.result);
  const name = go.names?.[colour] || (go.names ? nameOf(colour) : gopy ? "gopy" : go.players[1 - colour] === "gopy" ? say("player.you") : nameOf(colour));
  const thinking = go.doing === "genmove" && turn;
  return (
    <div class={"player" + (turn ? " turn" : "") + (thinking ? " thinking" : "")}>
      <span class={`stone ${colour ? "white" : "black"}`} role="img" aria-label={nameOf(colour)} />
      <span class="who"><b>{name}</b>{go.names && about?.["BW"[colour] + "R"] && <small>{about["BW"[colour] + "R"]}</small>}
        {gopy && !go.names && <small>{strengthText(go.strength)}</small>}</span>
      <span class="taken" title={say("player.captured_hint")}>{say("player.captured", { count: go.captures[colour] })}</span>
      {go.clock && <Clock clock={go.clock} at={go.at} colour={colour} />}
    </div>
  );
}

const ENDS = { R: "resignation", T: "time", F: "forfeit" };

export function resultText(result) {
  if (result === "0" || result === "Draw") return say("result.draw");
  const [winner, by] = result.split("+");
  if (by === "" && "BW".includes(winner)) return say("result.wins", { colour: winner });
  if (!by || !"BW".includes(winner)) return result === "?" ? say("result.unscored") : result;
  return by[0] in ENDS ? say(`result.${ENDS[by[0]]}`, { colour: winner }) : say("result.points", { colour: winner, points: by });
}

export const rulesText = (rules) => say(`rules.${rules || "own"}`);

export const turnText = (go) => say("turn", { colour: go.to_play });

/** A line about the game: whose turn it is, in words, rules and komi. */
export const gameText = (go, turn = turnText(go)) => go.capture ? say("capture.line", { turn, count: go.capture }) : say("game.line", { turn, rules: rulesText(go.rules), komi: go.komi });

const sideText = (colour, share) => say("outlook.side", { colour, percent: say("percent", { number: percent(share) }) });

/** Who leads, by an analysis or an estimate. */
export function Outlook({ analysis, estimate }) {
  const { winrate: share, score } = estimate ?? analysis;
  return (
    <div class="outlook">
      <div class="bar" aria-hidden="true"><i style={{ width: `${100 * share}%` }} /></div>
      <p><b>{sideText(0, share)}</b><span>{margin(score)}</span>
        <b>{sideText(1, 1 - share)}</b></p>
    </div>
  );
}

/** A side's points and their parts, as the server counts them. */
export const sideCount = ({ colour, parts, total }) =>
  say("count.line", { colour, total, parts: parts.map(([number, name]) => say(`count.${name}`, { number })).join(" + ") });

/** A step of a count that is followed. */
export function Walk({ walk }) {
  return (
    <div class="walk">
      <p class="told" role="status">{walk.now.told()}</p>
      <div class="buttons"><button class="primary" onClick={walk.next}>{say("walk.next")}</button><button onClick={walk.skip}>{say("walk.skip")}</button></div>
    </div>
  );
}

/** The count of a game that two passes have ended. */
export function Count({ count, walk }) {
  const open = !count.agreed;
  return (
    <div class="count">
      {count.sides.map((side) => <p key={side.colour}>{sideCount(side)}</p>)}
      <p class="faint">{!count.correctable ? say("count.fixed") :
        open ? say("count.correct") : say("count.agreed")}</p>
      {walk && <div class="buttons"><button onClick={walk.again}>{say("walk.again")}</button></div>}
      {open && <div class="buttons">
        <button class="primary" onClick={() => send("agree")}>{say("count.agree")}</button>
        <button onClick={() => send("undo")}>{say("count.go_on")}</button>
      </div>}
    </div>
  );
}
