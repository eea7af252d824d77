// Tools that change a position of a record: stones without a move, letters, numbers and other marks.
import { send } from "./server.js";

/** [key, sign, what it does] of each tool; the first plays moves. */
export const TOOLS = [["1", "▶", "Play moves"], ["2", "●", "Put black stones"], ["3", "○", "Put white stones"], ["4", "A", "Letters"],
  ["5", "1", "Numbers"], ["6", "△", "Triangles"], ["7", "□", "Squares"], ["8", "◯", "Circles"], ["9", "✕", "Crosses"]];

const SHAPES = { "△": "triangle", "□": "square", "◯": "circle", "✕": "cross" };

/** The next letter or number that no mark of the position has. */
function nextLabel(go, numbers) {
  const used = new Set(go.marks.map(([, , label]) => label));
  for (let at = 0; ; at++) {
    const label = numbers ? String(at + 1) : String.fromCharCode(65 + at % 26) + (at < 26 ? "" : Math.floor(at / 26));
    if (!used.has(label)) return label;
  }
}

/** Use a tool at a point. The same mark again is taken away, and so is a stone that is there. */
export function useTool(tool, go, vertex, index) {
  const node = go.node;
  if (tool === "●" || tool === "○") {
    return send("set_up", { node, vertex, stone: go.board[index] !== "." ? "empty" : tool === "●" ? "black" : "white" });
  }
  const kind = SHAPES[tool] ?? "label";
  const there = go.marks.some(([at, known]) => at === index && known === kind);
  send("mark", { node, vertex, kind: there ? "" : kind, ...(kind === "label" && !there ? { label: nextLabel(go, tool === "1") } : {}) });
}

export function EditBar({ tool, setTool }) {
  return (
    <div class="tools" role="group" aria-label="Edit the position">
      {TOOLS.map(([key, sign, title]) => (
        <button key={sign} aria-pressed={tool === sign} aria-label={`${sign} ${title}`} title={`${title} (${key})`} onClick={() => setTool(sign)}>{sign}</button>
      ))}
    </div>
  );
}
