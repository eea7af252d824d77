// The moves that gopy considers, best first, with the lines of play that it expects.
import { useRef } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { percent, short } from "./squares.js";
import { lostText, searchText } from "./thoughts.js";

const LISTED = 4;

export function Candidates({ analysis, setPv, play, insert }) {
  const pressed = useRef(null);     // the line of the row that was pressed: a report may put another one there before the click
  if (!analysis) return <p class="faint">{say("candidates.off")}</p>;
  const choose = (event) => {
    const pv = pressed.current ?? analysis.moves[event.target.closest("tr").sectionRowIndex].pv;
    pressed.current = null;
    if (event.pointerType === "touch") setPv(pv); else insert(pv);
  };
  const speed = analysis.seconds > 0.05 ? `, ${short(Math.round(analysis.simulations / analysis.seconds))}/s` : "";
  return (
    <>
      <table class="candidates">
        <thead><tr><th>{say("candidates.move")}</th><th title={say("candidates.wins_hint")}>{say("candidates.wins")}</th>
          <th title={say("candidates.score_hint")}>{say("candidates.score")}</th>
          <th title={say("candidates.lost_hint")}>{say("candidates.lost")}</th>
          <th title={say("candidates.visits_hint")}>{say("candidates.visits")}</th>
          <th>{say("candidates.line")} <span class="speed" title={say("candidates.speed_hint")}>{short(analysis.visits)}{speed}</span></th></tr></thead>
        <tbody onClick={choose}>
          {analysis.moves.slice(0, LISTED).map((move, order) => (
            <tr key={move.move} class={order === 0 ? "best" : ""} tabIndex={0} onMouseEnter={() => setPv(move.pv)}
              title={`${searchText(move)}. ${say("candidates.row_hint", { percent: say("percent", { number: percent(move.prior) }) })}`}
              onMouseLeave={() => setPv(null)} onFocus={() => setPv(move.pv)} onBlur={() => setPv(null)}
              onPointerDown={() => { pressed.current = move.pv; }}
              onKeyDown={(event) => { if (event.key === "Enter") play(move.move); }}>
              <td><b>{move.move}</b></td><td>{percent(move.winrate)}</td>
              <td>{(move.score > 0 ? "+" : "") + move.score.toFixed(1)}</td><td>{lostText(analysis, move)}</td><td>{short(move.visits)}</td>
              <td class="pv">{move.pv.slice(1, 13).join(" ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {analysis.proven && <p class="faint small">{say("candidates.proven", { result: analysis.proven })}</p>}
    </>
  );
}
