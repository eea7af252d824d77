// Who plays, whose turn it is, how the game stands, and its count.
import { send } from "./server.js";
import { Clock } from "./clock.jsx";
import { strengthText } from "./strength.jsx";
import { margin } from "../../../review/graph.js";
import { percent } from "./squares.js";

export const NAMES = ["Black", "White"];

export const isGopys = (go, colour) => go.players[colour] === "gopy";

export function Player({ colour, go, about }) {
  const gopy = isGopys(go, colour);
  const turn = go.to_play === colour && (go.studying || !go.result);
  const name = go.names?.[colour] || (go.names ? NAMES[colour] : gopy ? "gopy" : go.players[1 - colour] === "gopy" ? "You" : NAMES[colour]);
  const thinking = go.doing === "genmove" && turn;
  return (
    <div class={"player" + (turn ? " turn" : "") + (thinking ? " thinking" : "")}>
      <span class={`stone ${colour ? "white" : "black"}`} role="img" aria-label={NAMES[colour]} />
      <span class="who"><b>{name}</b>{go.names && about?.["BW"[colour] + "R"] && <small>{about["BW"[colour] + "R"]}</small>}
        {gopy && !go.names && <small>{strengthText(go.strength)}</small>}</span>
      <span class="taken" title="Stones that this side has captured">{go.captures[colour]} captured</span>
      {go.clock && <Clock clock={go.clock} at={go.at} colour={colour} />}
    </div>
  );
}

const ENDS = { R: "by resignation", T: "on time", F: "by forfeit" };

export function resultText(result) {
  if (result === "0" || result === "Draw") return "A draw";
  const [winner, by] = result.split("+");
  if (!by || !"BW".includes(winner)) return result === "?" ? "The game is over; it cannot be scored" : result;
  return `${winner === "B" ? "Black" : "White"} wins ${ENDS[by[0]] ?? `by ${by}`}`;
}

export const turnText = (go) => `${NAMES[go.to_play]} to play · ${go.rules || "own rules"} · komi ${go.komi}`;

/** Who leads, by an analysis or an estimate. */
export function Outlook({ analysis, estimate }) {
  const { winrate: share, score } = estimate ?? analysis;
  return (
    <div class="outlook">
      <div class="bar" aria-hidden="true"><i style={{ width: `${100 * share}%` }} /></div>
      <p><b>Black {percent(share)} %</b><span>{margin(score)}</span>
        <b>White {percent(1 - share)} %</b></p>
    </div>
  );
}

/** The count of a game that two passes have ended. */
export function Count({ count }) {
  const open = !count.agreed;
  return (
    <div class="count">
      {count.lines.map((text) => <p key={text}>{text}</p>)}
      <p class="faint">{!count.correctable ? "Under these rules all stones count as they stand." :
        open ? "Is a chain wrongly dead or alive? Click on it." : "Both have agreed."}</p>
      {open && <div class="buttons">
        <button class="primary" onClick={() => send("agree")}>Agree</button>
        <button onClick={() => send("undo")}>Go on playing</button>
      </div>}
    </div>
  );
}
