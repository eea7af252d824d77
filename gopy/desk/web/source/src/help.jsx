import { say } from "../../../languages/say.js";
import { Dialog } from "./dialog.jsx";

/** By the part of the page: [keys, what they do]; with a third item the keys are words too. */
const KEYS = {
  game: [["S", "mode"], ["P", "pass"], ["U", "undo"], ["T", "hint"], ["E", "score"], ["C", "teaching"], ["G", "gopy"], ["N", "new"], ["L", "games"], ["Ctrl+S", "save"],
    ["Ctrl+O", "open"], ["Ctrl+C Ctrl+V", "copy"], ["I", "about"], ["?", "help"], ["Esc", "close"]],
  way: [["← →", "step"], ["Shift ← →", "ten"], ["↑ ↓", "other"], ["Home End", "ends"], ["B", "branch"], ["wheel", "wheel", true], [", .", "mistakes"]],
  study: [["A", "analysis"], ["H", "heat"], ["O", "ownership"], ["M", "numbers"], ["Page Up", "main"], ["Delete", "remove"], ["tools", "tools", true], ["Esc", "leave"]],
  board: [["board", "board", true], ["Esc", "leave_board"], ["V", "typed"], ["W", "last"], ["X", "captures"], ["R", "row"], ["D", "column"]],
  problems: [["← →", "problem"], ["T", "hint"], ["W", "show"], ["R", "again"]],
};

export function HelpDialog({ close }) {
  return (
    <Dialog title={say("help.title")} close={close}>
      {Object.entries(KEYS).map(([part, keys]) => (
        <section key={part}>
          <h3 class="help-part">{say(`help.part.${part}`)}</h3>
          <dl class="keys">
            {keys.map(([key, name, inWords]) => <><dt>{inWords ? say(`help.key.${key}`) : key}</dt><dd>{say(`help.${name}`)}</dd></>)}
          </dl>
        </section>
      ))}
      <p>{say("help.text")}</p>
      <p class="faint">{say("help.licences")}</p>
    </Dialog>
  );
}
