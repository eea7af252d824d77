import { say } from "../../../languages/say.js";
import { Dialog } from "./dialog.jsx";

/** [keys, what they do]; with a third item the keys are words too. */
const KEYS = [["S", "mode"], ["← →", "step"], ["Shift ← →", "ten"], ["↑ ↓", "other"], ["Home End", "ends"], ["B", "branch"], ["board", "board", true],
  ["A", "analysis"], ["H", "heat"], ["O", "ownership"], ["P", "pass"], ["U", "undo"], ["G", "gopy"], ["T", "hint"], ["E", "score"], ["N", "new"], ["L", "games"],
  ["Ctrl+S", "save"], ["Ctrl+O", "open"], ["Delete", "remove"], ["Page Up", "main"], ["M", "numbers"], ["I", "about"], [", .", "mistakes"],
  ["tools", "tools", true], ["Ctrl+C Ctrl+V", "copy"], ["wheel", "wheel", true], ["?", "help"]];

export function HelpDialog({ close }) {
  return (
    <Dialog title={say("help.title")} close={close}>
      <dl class="keys">
        {KEYS.map(([key, name, inWords]) => <><dt>{inWords ? say(`help.key.${key}`) : key}</dt><dd>{say(`help.${name}`)}</dd></>)}
      </dl>
      <p>{say("help.text")}</p>
      <p class="faint">{say("help.licences")}</p>
    </Dialog>
  );
}
