// Squares and names of points. Boards come from the server as texts: one character a square, by rows from the top left.
import { LETTERS } from "../../../review/exercise.js";

export const STARS = { X: 1, O: -1, ".": 0 };

export function vertexOf([x, y], size) {
  return LETTERS[x] + (size - y);
}

/** [x, y] of a vertex such as "D4"; null for "pass". */
export function pointOf(vertex, size) {
  if (!vertex || vertex === "pass") return null;
  return [LETTERS.indexOf(vertex[0]), size - Number(vertex.slice(1))];
}

/** Rows of what `of(square, index)` gives for each item of a board's text or list. */
export function rows(items, size, of) {
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => of(items[y * size + x], y * size + x)));
}

export const signs = (board, size) => rows(board, size, (square) => STARS[square]);

export const percent = (share) => (100 * share).toFixed(1);

export function short(count) {
  if (count < 1000) return String(count);
  if (count < 99_500) return (count / 1000).toFixed(count < 9950 ? 1 : 0) + "k";
  return count < 999_500 ? Math.round(count / 1000) + "k" : (count / 1e6).toFixed(1) + "M";
}

/** The squares of the stones and of the liberties of the chain at a point. */
export function chain(board, size, [x, y]) {
  const colour = board[y * size + x], stones = new Set(), free = new Set();
  const waiting = [[x, y]];
  while (waiting.length) {
    const [column, row] = waiting.pop();
    const at = row * size + column;
    if (column < 0 || row < 0 || column >= size || row >= size || stones.has(at)) continue;
    if (board[at] === ".") free.add(at);
    if (board[at] !== colour) continue;
    stones.add(at);
    waiting.push([column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]);
  }
  return { stones: [...stones], free: [...free] };
}

/** How many liberties the chain at a point has. */
export const liberties = (board, size, point) => chain(board, size, point).free.length;
