// What gopy thinks of a move, in words and numbers: for the board and for the list of moves.
import { say } from "../../../languages/say.js";
import { percent } from "./squares.js";

/** A move that had a smaller share of the simulations stands on the board without numbers. */
const FEW = 0.01;

/** Whether a move has had enough simulations for its numbers to mean something. */
export const hasNumbers = (analysis, move) => move.visits >= FEW * analysis.visits;

/** By how many points a move is worse than the best one, as it is written: "−1.2", and "0.0" for the best. */
export function lostText(analysis, move) {
  const lost = (analysis.moves[0].score - move.score).toFixed(1);
  return lost > 0 ? `−${lost}` : lost < 0 ? `+${lost.slice(1)}` : "0.0";
}

/** What the search did with a move. */
export const searchText = (move) => say("candidates.searched", { count: move.visits, share: say("percent", { number: percent(move.share) }) });
