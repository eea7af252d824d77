// The rules of Go on a board's text, for positions that the page itself plays on: one character a square, by rows from the top left.
import { chain, pointOf } from "./squares.js";

const at = ([x, y], size) => y * size + x;

export function beside([x, y], size) {
  return [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]].filter(([column, row]) => column >= 0 && row >= 0 && column < size && row < size);
}

/** The chains of the other colour that a stone of `colour` ("X" or "O") on a point would leave no liberty, as lists of squares. */
function taken(board, size, point, colour) {
  return beside(point, size).filter((near) => ![".", colour].includes(board[at(near, size)]))
    .map((near) => chain(board, size, near)).filter(({ free }) => free.length === 1).map(({ stones }) => stones);
}

/** The board after a move; "pass" leaves it as it is. */
export function played(board, size, vertex, colour) {
  const point = pointOf(vertex, size);
  if (!point) return board;
  const squares = [...board];
  for (const stones of taken(board, size, point, colour)) for (const stone of stones) squares[stone] = ".";
  squares[at(point, size)] = colour;
  return squares.join("");
}

/** Whether a stone on an empty point would have no liberty. */
export function isSuicide(board, size, point, colour) {
  if (taken(board, size, point, colour).length) return false;
  const after = [...board];
  after[at(point, size)] = colour;
  return chain(after, size, point).free.length === 0;
}
