import { Dialog } from "./dialog.jsx";

const KEYS = [
  ["S", "play or study"], ["← →", "one move back, forward"], ["Shift ← →", "ten moves"], ["↑ ↓", "another variation"],
  ["Home End", "first, last position"], ["B", "to where the variation begins"],
  ["Tab, then arrows and Enter", "play on the board, until Esc"], ["A", "analysis on or off, when studying"], ["H", "heat map"], ["O", "ownership"],
  ["P", "pass"], ["U", "take back"], ["G", "gopy moves now"], ["T", "a hint; again: more of it"], ["E", "score and owners, on or off"], ["N", "new game"], ["L", "your games"],
  ["Ctrl+S", "save the record"], ["Ctrl+O", "open a record"], ["Delete", "remove this position and what follows"], ["Page Up", "make this variation the main line"],
  ["M", "numbers on the stones"], ["I", "about this game"], [", .", "the mistake before, the next one"], ["1 to 9", "play, put stones, letters, marks, when studying"],
  ["Ctrl+C Ctrl+V", "copy, paste the record"], ["wheel", "one move; over a line of play: along it"], ["?", "this help"],
];

export function HelpDialog({ close }) {
  return (
    <Dialog title="Keys and hints" close={close}>
      <dl class="keys">
        {KEYS.map(([key, text]) => <><dt>{key}</dt><dd>{text}</dd></>)}
      </dl>
      <p>A circle on the board is a move that gopy considers: how often it wins for the side to move, and in how many simulations it
        was tried. Point at it, or at its line in the list, to see how the game would go on; with a finger tap once to see it, twice to play it. Drop a game record (SGF)
        anywhere on the page to open it.</p>
      <p class="faint">The board is drawn by Shudan, the page by Preact; both have the MIT licence.</p>
    </Dialog>
  );
}
