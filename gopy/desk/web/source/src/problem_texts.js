// What the view of the problems says.
import { NAMES } from "./players.jsx";

export const PROBLEM_TEXTS = {
  title: "Problems",
  kinds: { capture: "Capture", escape: "Escape", ladder: "Ladder", net: "Net", "two eyes": "Two eyes", seki: "Seki", ko: "Ko", endgame: "Last points" },
  levels: ["", "easy", "middling", "hard"],
  hints: {
    capture: "Count the liberties: which move leaves the stones no way out?",
    escape: "Where do your stones get liberties, or which stones can you capture to get them?",
    ladder: "Give atari again and again, from the side that leaves the stones only the way to the edge or to your stones.",
    net: "Do not give atari at once: go where the stones want to go.",
    "two eyes": "Look for the point that both players want: where one eye becomes two.",
    seki: "Two eyes cannot be had. See to it that whoever plays first in the room loses his stones.",
    ko: "Look where one stone can take another, and who may take first.",
    endgame: "Which move saves or takes most points, and which may White not answer elsewhere?",
  },
  hintArea: "The move is in the marked part of the board.",
  hint: "Hint", show: "Show", again: "Try again", next: "Next", before: "Before",
  list: "All problems", solvedCount: (solved, all) => `${solved} of ${all} solved`,
  name: (problem, number) => `Problem ${number}: ${PROBLEM_TEXTS.kinds[problem.kind]}, ${PROBLEM_TEXTS.levels[problem.level]}`,
  solvedMark: "solved", wait: "The problems are read…",
  right: (moves) => moves ? `Right! It goes on ${moves}.` : "Right!",
  wrong: (vertex, moves) => `${vertex} does not work: ${moves}.`,
  shown: (moves) => `The answer is ${moves}.`,
  left: (vertex) => `${vertex} is too late for anything else.`,
  tryAgain: "Press Try again for another move.",
  occupied: "There is a stone already.",
  suicide: "No liberties left here: a stone would have no way to breathe.",
  ko: "You may not take back at once: play elsewhere first.",
  said: { X: "black stone", O: "white stone", ".": "empty" }, marked: "marked", koPoint: "ko",
  board: (problem) => `${problem.size} by ${problem.size} board. ${problem.task}`,
};

/** Moves in words, Black's first unless `first` is 1. */
export const movesText = (moves, first = 0) =>
  moves.map((vertex, index) => `${NAMES[(first + index) % 2]} ${vertex === "pass" ? "passes" : vertex}`).join(", ");
