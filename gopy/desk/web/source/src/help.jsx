import { Dialog } from "./dialog.jsx";

const KEYS = [
  ["← →", "one move back, forward"], ["↑ ↓", "another variation"], ["Home End", "first, last position"],
  ["Tab, then arrows and Enter", "play on the board, until Esc"], ["A", "analysis on or off"], ["H", "heat map"], ["O", "ownership"],
  ["P", "pass"], ["U", "take back"], ["G", "gopy moves now"], ["E", "estimate of score and owners, on or off"], ["N", "new game"],
  ["Ctrl+S", "save the record"], ["Ctrl+O", "open a record"], ["Delete", "remove this position and what follows"], ["?", "this help"],
];

export function HelpDialog({ close }) {
  return (
    <Dialog title="Keys and hints" close={close}>
      <dl class="keys">
        {KEYS.map(([key, text]) => <><dt>{key}</dt><dd>{text}</dd></>)}
      </dl>
      <p>A circle on the board is a move that gopy considers: how often it wins for the side to move, and in how many simulations it
        was tried. Rest the pointer on it, or on its line in the list, to see how the game would go on. Drop a game record (SGF)
        anywhere on the page to open it.</p>
      <p class="faint">The board is drawn by Shudan, the page by Preact; both have the MIT licence.</p>
    </Dialog>
  );
}
