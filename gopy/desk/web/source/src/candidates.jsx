// The moves that gopy considers, best first, with the lines of play that it expects.
import { percent, short } from "./squares.js";

const LISTED = 4;

export function Candidates({ analysis, setPv, play, insert }) {
  if (!analysis) return <p class="faint">Switch the analysis on (A) to see what gopy thinks of the position.</p>;
  const speed = analysis.seconds > 0.05 ? `, ${short(Math.round(analysis.simulations / analysis.seconds))}/s` : "";
  return (
    <>
      <table class="candidates">
        <thead><tr><th>Move</th><th title="Percent of the simulations that the side to move wins">Wins</th>
          <th title="Points by which the side to move leads">Score</th><th title="Simulations">Visits</th><th>Line of play <span class="speed" title="Simulations, and how many a second">{short(analysis.visits)}{speed}</span></th></tr></thead>
        <tbody>
          {analysis.moves.slice(0, LISTED).map((move, order) => (
            <tr key={move.move} class={order === 0 ? "best" : ""} tabIndex={0} onMouseEnter={() => setPv(move.pv)}
              title={`A click puts this line into the record. Before the search gopy expected the move by ${percent(move.prior)} %`}
              onMouseLeave={() => setPv(null)} onFocus={() => setPv(move.pv)} onBlur={() => setPv(null)}
              onClick={(event) => { if (event.pointerType === "touch") setPv(move.pv); else insert(move.pv); }}
              onKeyDown={(event) => { if (event.key === "Enter") play(move.move); }}>
              <td><b>{move.move}</b></td><td>{percent(move.winrate)}</td>
              <td>{(move.score > 0 ? "+" : "") + move.score.toFixed(1)}</td><td>{short(move.visits)}</td>
              <td class="pv">{move.pv.slice(1, 13).join(" ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {analysis.proven && <p class="faint small">proven: {analysis.proven}</p>}
    </>
  );
}
