// The rules of Go in seven boards, each with a task: of the form of the problems, and set before them.
import { vertexOf } from "./squares.js";

const SIZE = 5;

/** By the name of the lesson: the board by rows from the top, the right moves (none: all that are possible), Black's line, White's answer to a wrong move. */
const LESSONS = {
  stone: { board: "..... ..... ..... ..... .....", line: ["C3"] },
  liberties: { board: "..... ..... ..... ..... .OXO.", right: ["C2"], line: ["C2"], elsewhere: ["C2"], marked: ["C1"] },
  capture: { board: "..... ..X.. .XOX. ..... .....", right: ["C2"], line: ["C2"], elsewhere: ["C2"], marked: ["C3"] },
  suicide: { board: ".O... OO... ....X ...XO ..XO.", right: ["E1"], line: ["E1"] },
  ko: { board: "..... ..X.. .XOX. .O.O. ..O..", line: ["A5"], ko: "C2" },
  eyes: { board: "..... ..... OOOO. XXXXO ...XO", right: ["B1"], line: ["B1"], elsewhere: ["B1"], marked: ["A2", "B2", "C2", "D2", "D1"] },
  count: { board: "...O. ..XO. ..XO. ..XO. ..XO.", right: ["C5"], line: ["C5"], elsewhere: ["C5"] },
};

/** The lessons as problems; `lesson` is the name, by which their texts are found. */
export const lessons = Object.entries(LESSONS).map(([lesson, values]) => {
  const board = values.board.replaceAll(" ", "");
  const free = [...board].flatMap((square, at) => square === "." ? [vertexOf([at % SIZE, Math.floor(at / SIZE)], SIZE)] : []);
  return { lesson, kind: "rules", level: 1, size: SIZE, task: { key: `rules.${lesson}.task` }, ko: null, marked: [], wrong: {}, elsewhere: [],
    right: free.filter((vertex) => vertex !== values.ko), ...values, board };
});
