// "Try again": what is said about a move that is tried in the place of a mistake, for the page of a review and for gopy's page.
import { percent } from "./graph.js";
import { say } from "../languages/say.js";

/** The part of the board that a hint shades: [row from the top, column, rows and columns], for [row, column] of the better move. */
export function partOf([row, column], size) {
  const across = Math.ceil(size / 2), first = (at) => at < across ? 0 : size - across;
  return [first(row), first(column), across];
}

/** The names of columns, from the left. */
export const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** Such a part in words, by two of its corners. */
export const areaText = ([row, column, across], size) =>
  say("try.area", { from: `${LETTERS[column]}${size - row - across + 1}`, to: `${LETTERS[column + across - 1]}${size - row}` });

/** What is asked. */
export const taskText = (mistake) => say("try.task", mistake);

/** What a hint says: where the better move is, then which it is. */
export const hintText = ({ better }, again, size) => better === "pass" ? say("try.hint_pass") : again ? say("try.hint_point", { vertex: better }) :
  say("try.hint_area", { area: areaText(partOf([size - Number(better.slice(1)), LETTERS.indexOf(better[0])], size), size) });

const named = (count, first) => say("stones", { count, first, number: say("numbers").split(" ")[count] ?? count });

/** A sentence that says why a move was a mistake, of what gopy.desk.review.words.reason tells. */
export const reasonText = ({ key, values }) => say(key, { ...values, stones: named(values.count, values.first),
  against: named(values.againstCount, values.againstFirst), where: values.where && say(`where.${values.where}`) });

const withReasons = (text, mistake) => [text, ...mistake.told.map(reasonText)].join(" ");

/** What the answer is. */
export const solution = (mistake) => ({ line: mistake.betterLine,
  text: withReasons(say("try.answer", { vertex: mistake.better, line: mistake.betterLine.join(" ") }), mistake) });

/** {good, line, text} about a move that was tried: whether it is good enough, and the line of play that follows, if the search has looked at it. */
export function judged(mistake, vertex, goodEnough) {
  const found = mistake.answers[vertex];
  if (!found) return { good: false, line: [], text: say("try.unknown", { vertex }) };
  const { better } = mistake, line = found.line.join(" ");
  if (found.loss < goodEnough) {
    return { good: true, line: found.line, text: withReasons(say(vertex === better ? "try.good" : "try.good_like", { vertex, better, line }), mistake) };
  }
  const values = { vertex, percent: percent(found.loss), colour: mistake.colour === "B" ? "W" : "B", reply: found.line[1] };
  const key = `try.${vertex === mistake.move ? "played" : "bad"}${found.line[1] ? " reply" : ""}`;
  return { good: false, line: found.line.slice(0, 4), text: say(key, values) };
}

/** How many of the mistakes were made good; those whose answer was asked for do not count. */
export const scoreText = (solved, given, total) => solved.size + given.size ? say("try.found", { found: solved.size, total }) : "";

/** The number of the mistake before or after a move; undefined if there is none. */
export function mistakeBeside(mistakes, number, step) {
  const numbers = mistakes.map((mistake) => mistake.number).sort((a, b) => a - b);
  return step > 0 ? numbers.find((each) => each > number) : numbers.reverse().find((each) => each < number);
}
