// Games that begin at a press: large tiles for children.
import { say } from "../../../languages/say.js";
import { SmallBoard } from "./games.jsx";

const stones = (size, ...black) => [...Array(size * size).keys()].map((at) => black.includes(at) ? "X" : ".").join("");

/** [name, what the server is asked for, the board in small]. */
const TILES = [["first", { size: 5, capture: 1 }, stones(5)], ["seven", { size: 7 }, stones(7)],
  ["handicap", { size: 9, handicap: 4 }, stones(9, 20, 24, 56, 60)]];

export function Tiles({ begin }) {
  return (
    <div class="tiles" role="group" aria-label={say("tiles.label")}>
      {TILES.map(([name, asked, board]) => (
        <button type="button" key={name} onClick={() => begin(asked)}>
          <SmallBoard board={board} size={asked.size} /><span><b>{say(`tiles.${name}`)}</b><br /><small>{say(`tiles.hint.${name}`)}</small></span></button>
      ))}
    </div>
  );
}
