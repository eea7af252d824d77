// "Try again": what is said about a move that is tried in the place of a mistake, for the page of a review and for gopy's page.
import { NAMES, percent } from "./graph.js";

/** The part of the board that a hint shades: [row from the top, column, rows and columns], for [row, column] of the better move. */
export function partOf([row, column], size) {
  const across = Math.ceil(size / 2), first = (at) => at < across ? 0 : size - across;
  return [first(row), first(column), across];
}

/** What is asked. */
export const taskText = (mistake) => `Find a better move for ${NAMES[mistake.colour]} than ${mistake.move}: click on the board.`;

/** What a hint says: where the better move is, then which it is. */
export const hintText = (mistake, again) => mistake.better === "pass" ? "Hint: no point of the board." :
  again ? `Hint: ${mistake.better}.` : "Hint: it is in the shaded part of the board.";

/** What the answer is. */
export const solution = (mistake) => ({ line: mistake.betterLine, text: `${mistake.better} was better: ${mistake.betterLine.join(" ")}. ${mistake.reasons.join(" ")}` });

/** {good, line, text} about a move that was tried: whether it is good enough, and the line of play that follows, if the search has looked at it. */
export function judged(mistake, vertex, goodEnough) {
  const found = mistake.answers[vertex];
  if (!found) return { good: false, line: [], text: `The search hardly looked at ${vertex}: most likely it is not better. Try another.` };
  if (found.loss < goodEnough) {
    const like = vertex === mistake.better ? "" : `, like ${mistake.better}`;
    return { good: true, line: found.line, text: `✓ ${vertex} is good${like}: ${found.line.join(" ")}. ${mistake.reasons.join(" ")}` };
  }
  const reply = found.line[1] ? `: ${NAMES[mistake.colour === "B" ? "W" : "B"]} answers ${found.line[1]}` : "";
  const played = vertex === mistake.move ? `${vertex} was played. It` : vertex;
  return { good: false, line: found.line.slice(0, 4), text: `${played} loses ${percent(found.loss)}${reply}. Try another.` };
}

/** How many of the mistakes were made good; those whose answer was asked for do not count. */
export const scoreText = (solved, given, total) => solved.size + given.size ? `You found ${solved.size} of ${total}.` : "";

/** The number of the mistake before or after a move; undefined if there is none. */
export function mistakeBeside(mistakes, number, step) {
  const numbers = mistakes.map((mistake) => mistake.number).sort((a, b) => a - b);
  return step > 0 ? numbers.find((each) => each > number) : numbers.reverse().find((each) => each < number);
}
