// Tools that change a position of a record: stones without a move, letters, numbers and other marks.
import { send } from "./server.js";
import { say } from "../../../languages/say.js";

/** [key, sign, name] of each tool; the first plays moves. */
export const TOOLS = [["1", "▶", "play"], ["2", "●", "black"], ["3", "○", "white"], ["4", "A", "letters"], ["5", "1", "numbers"],
  ["6", "△", "triangles"], ["7", "□", "squares"], ["8", "◯", "circles"], ["9", "✕", "crosses"], ["-", "↗", "arrows"], ["0", "▣", "area"]];

const SHAPES = { "△": "triangle", "□": "square", "◯": "circle", "✕": "cross" };

/** The next letter or number that no mark of the position has. */
function nextLabel(go, numbers) {
  const used = new Set(go.marks.map(([, , label]) => label));
  for (let at = 0; ; at++) {
    const label = numbers ? String(at + 1) : String.fromCharCode(65 + at % 26) + (at < 26 ? "" : Math.floor(at / 26));
    if (!used.has(label)) return label;
  }
}

/** Use a tool at a point. The same mark again is taken away, and so is a stone that is there. Of an area the first two clicks are the corners,
    the third takes it away; `corner` is the first, and where an arrow begins. Returns the corner of an area or an arrow that is begun. */
export function useTool(tool, go, vertex, index, corner) {
  const node = go.node;
  if (tool === "▣") {
    if (!corner && !go.corners.length) return vertex;
    return void send("area", { corners: corner ? [corner, vertex] : [] });
  }
  if (tool === "↗") {
    if (!corner) return vertex;
    return void (corner !== vertex && send("arrow", { node, start: corner, end: vertex }));
  }
  if (tool === "●" || tool === "○") {
    return void send("set_up", { node, vertex, stone: go.board[index] !== "." ? "empty" : tool === "●" ? "black" : "white" });
  }
  const kind = SHAPES[tool] ?? "label";
  const there = go.marks.some(([at, known]) => at === index && known === kind);
  send("mark", { node, vertex, kind: there ? "" : kind, ...(kind === "label" && !there ? { label: nextLabel(go, tool === "1") } : {}) });
}

export function EditBar({ tool, setTool }) {
  return (
    <div class="tools" role="group" aria-label={say("tool.label")}>
      {TOOLS.map(([key, sign, name]) => (
        <button key={sign} aria-pressed={tool === sign} aria-label={`${sign} ${say(`tool.${name}`)}`} title={`${say(`tool.${name}`)} (${key})`}
          onClick={() => setTool(sign)}>{sign}</button>
      ))}
    </div>
  );
}
