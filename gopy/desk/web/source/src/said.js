// What those who hear the page are told of a position: a point, a row, the last move, and in words what a hint and a score show on the board.
import { nameOf, say } from "../../../languages/say.js";
import { percent } from "../../../review/graph.js";
import { LETTERS, areaText } from "../../../review/exercise.js";
import { liberties, pointOf, short, vertexOf } from "./squares.js";

/** What is on a point, and what is drawn there; `drawn` as for boardMaps. */
export function pointText(go, [x, y], { analysis, hint, shown, next, numbers }) {
  const { size } = go, at = y * size + x, vertex = vertexOf([x, y], size), square = go.board[at], empty = square === ".";
  const told = [empty ? say(vertex === go.ko ? "point.ko" : "point.empty") :
    say(square === "X" ? "point.black" : "point.white", { count: liberties(go.board, size, [x, y]) })];
  if (!empty && go.count?.dead[at] === "1") told.push(say("point.dead"));
  if (empty && "XO".includes(go.count?.territory[at])) told.push(say("point.territory", { colour: "XO".indexOf(go.count.territory[at]) }));
  if (vertex === go.last) told.push(say("point.last"));
  if (numbers[vertex] && !empty) told.push(say("games.move", { number: numbers[vertex] }));
  for (const [place, kind, label] of go.marks) if (place === at) told.push(label ? say("point.label", { label }) : say(`point.mark.${kind || "point"}`));
  const follows = next.indexOf(vertex);
  if (follows >= 0) told.push(next.length > 1 ? say("point.next_of", { label: String.fromCharCode(97 + follows % 26) }) : say("point.next"));
  if (hint?.area?.includes(vertex) && empty) told.push(say("point.hint"));
  if (hint?.moves?.includes(vertex)) told.push(say("point.label", { label: "AB"[hint.moves.indexOf(vertex)] }));
  const candidate = !hint && shown.heat && analysis?.moves.find((move) => move.move === vertex);
  if (candidate) told.push(say("point.candidate", { percent: percent(candidate.winrate), count: short(candidate.visits) }));
  return told.join(", ");
}

/** The stones of a row, or of a column where `down`, with the point [x, y] on it. */
export function lineText({ board, size }, [x, y], down) {
  const points = Array.from({ length: size }, (_, at) => down ? [x, at] : [at, y]);
  const stones = points.flatMap((point) => {
    const stone = "XO".indexOf(board[point[1] * size + point[0]]);
    return stone < 0 ? [] : [`${vertexOf(point, size)} ${nameOf(stone)}`];
  });
  return say(down ? "heard.column" : "heard.row", { line: down ? LETTERS[x] : size - y, stones: stones.join(", ") || say("point.empty") });
}

/** The move that led to the position. */
export const lastText = (go) => go.last ? say("heard.at", { number: go.number, colour: 1 - go.to_play, move: go.last === "pass" ? say("help.pass") : go.last }) :
  say("heard.start");

export const capturesText = (go) => say("capture.taken", { black: go.captures[0], white: go.captures[1] });

/** The part of the board that points make up, by two of its corners. */
function area(points, size) {
  const [columns, rows] = [0, 1].map((axis) => points.map((vertex) => pointOf(vertex, size)[axis]));
  return areaText([Math.min(...rows), Math.min(...columns), Math.max(...rows) - Math.min(...rows) + 1], size);
}

/** A hint in words: what it marks on the board stands there too. */
export const hintText = (hint, size) => say(hint.line?.[0] === "pass" ? "hint.pass" : `hint.${hint.step}`, {
  area: hint.area && area(hint.area, size), moves: hint.moves?.map((move, at) => `${"AB"[at]} ${move}`).join(", "), line: hint.line?.join(" ") });

/** Who leads by an estimate. */
export const leadText = ({ score }) => Math.abs(score) < 0.5 ? say("lead.even") :
  say("lead", { colour: score > 0 ? 0 : 1, points: Math.abs(score).toFixed(1) });
