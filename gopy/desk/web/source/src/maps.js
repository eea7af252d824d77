// What is drawn on the board of a game: stones, marks, owners of points, a hint, and what gopy thinks.
import { STARS, pointOf, rows, signs } from "./squares.js";
import { hasNumbers, lostText } from "./thoughts.js";

/** Marks of a record that say whose a point is. */
const OWNERS = { black: 1, white: -1 };

/** Heat by which Shudan draws a hint, see style.css. */
const HINT = 5;

function candidates(analysis, signMap, size) {
  const map = rows(signMap.flat(), size, () => null);
  const most = analysis.moves[0]?.visits || 1;
  analysis.moves.forEach((move, order) => {
    const point = pointOf(move.move, size);
    if (!point || signMap[point[1]][point[0]]) return;
    const strength = order === 0 ? 9 : Math.max(1, Math.min(8, Math.round((8 * move.visits) / most)));
    const text = hasNumbers(analysis, move) ? `${Math.round(100 * move.winrate)}\n${lostText(analysis, move)}` : "";
    map[point[1]][point[0]] = { strength: text ? Math.max(2, strength) : 1, text };
  });
  return map;
}

/** A line of play as stones with numbers. */
function drawLine(line, toPlay, maps, size) {
  let sign = toPlay === 0 ? 1 : -1;
  line.forEach((vertex, index) => {
    const point = pointOf(vertex, size);
    if (point && !maps.signMap[point[1]][point[0]]) {
      maps.signMap[point[1]][point[0]] = sign;
      maps.markerMap[point[1]][point[0]] = { type: "label", label: String(index + 1) };
    }
    sign = -sign;
  });
}

/** What stands beside stones and marks: {vertex: what a move cost} as dots on its stone, and other moves of the record in this one's place. */
function ghosts(dots, others, signMap, size) {
  const map = rows(signMap.flat(), size, () => null);
  const draw = (vertex, isFree, ghost) => {
    const [x, y] = pointOf(vertex, size) ?? [];
    if (x !== undefined && !signMap[y][x] === isFree) map[y][x] = ghost;
  };
  for (const [vertex, type] of Object.entries(dots)) draw(vertex, false, { sign: 0, type });
  for (const [vertex, colour] of others) draw(vertex, true, { sign: colour ? -1 : 1, type: "sibling" });
  return map;
}

function drawMarks(marks, maps, size, painted) {
  for (const [index, kind, label] of marks) {
    const [x, y] = [index % size, Math.floor(index / size)];
    if (!(kind in OWNERS)) maps.markerMap[y][x] = { type: kind, label };
    else if (!painted) maps.paintMap[y][x] = OWNERS[kind];
  }
}

/** What Shudan is to draw. `pv` is a line of play that is pointed at; it stands in the place of gopy's other thoughts. `next` are the
    record's next moves, `others` those beside the last one, `numbers` those on stones, by vertex, `dots` what moves cost, by vertex, `owned` the
    owners of the points by a review, `corners` those of the area that is analysed. */
export function boardMaps(go, { analysis, estimate, hint, shown, pv, next, others, numbers, dots, owned, corners }) {
  const { size } = go;
  const signMap = signs(go.board, size);
  const markerMap = rows(go.board, size, () => null);
  const maps = { signMap, markerMap, ghostStoneMap: ghosts(dots, others, signMap, size) };
  const place = (index) => [index % size, Math.floor(index / size)];
  maps.lines = go.lines.map(([from, to, type]) => ({ v1: place(from), v2: place(to), type }));
  if (go.studying && corners.length) maps.frame = corners.map((vertex) => pointOf(vertex, size));
  const owners = go.count ? [...go.count.owners].map((square) => STARS[square]) :
    estimate?.ownership ?? owned ?? (shown.ownership ? analysis?.ownership : null);
  if (owners) maps.paintMap = rows(owners, size, (value) => (Math.abs(value) < 0.12 ? 0 : value));
  else if (go.marks.some(([, kind]) => kind in OWNERS)) maps.paintMap = rows(go.board, size, () => 0);
  maps.dimmedVertices = go.count ? [...go.count.dead].flatMap((dead, index) => dead === "1" ? [place(index)] : []) : go.dimmed.map(place);
  const last = pointOf(go.last, size);
  if (last) markerMap[last[1]][last[0]] = { type: "circle" };
  const ko = pointOf(go.ko, size);
  if (ko) markerMap[ko[1]][ko[0]] = { type: "square" };
  for (const [vertex, number] of Object.entries(numbers)) {
    const [x, y] = pointOf(vertex, size) ?? [];
    if (x !== undefined && signMap[y][x]) markerMap[y][x] = { type: "label", label: String(number) };
  }
  next.forEach((vertex, index) => {
    const [x, y] = pointOf(vertex, size);
    if (!markerMap[y][x] && !signMap[y][x]) {
      markerMap[y][x] = next.length > 1 ? { type: "label", label: String.fromCharCode(97 + index % 26) } : { type: "circle" };
    }
  });
  drawMarks(go.marks, maps, size, owners);
  const line = pv ?? hint?.line;
  if (line) drawLine(line, go.to_play, maps, size);
  else if (hint) {
    maps.heatMap = rows(go.board, size, () => null);
    (hint.area ?? hint.moves).forEach((vertex, index) => {
      const [x, y] = pointOf(vertex, size) ?? [];
      if (x !== undefined && !signMap[y][x]) maps.heatMap[y][x] = { strength: HINT, text: hint.moves ? "AB"[index] : "" };
    });
  } else if (analysis && shown.heat) maps.heatMap = candidates(analysis, signMap, size);
  return maps;
}
