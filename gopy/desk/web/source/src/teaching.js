// What Teaching shows of a position: the stones in atari, the liberties of a chain that is pointed at, and why a point takes no stone.
import { say } from "../../../languages/say.js";
import { isSuicide } from "./rules.js";
import { chain, vertexOf } from "./squares.js";
import { useStored } from "./stored.js";

/** What a move may cost before gopy asks, in percent of the chance of winning: from, to, by steps of. */
export const LIMITS = { min: 5, max: 30, step: 5 };

const isTeaching = (stored) => typeof stored?.on === "boolean" && stored.limit >= LIMITS.min && stored.limit <= LIMITS.max;

/** [{on, limit}, a function that sets them]. */
export const useTeaching = () => useStored("teaching", { on: false, limit: 10 }, isTeaching);

/** The squares of all stones whose chain has one liberty. */
function inAtari(board, size) {
  const seen = new Set(), found = [];
  for (let at = 0; at < board.length; at++) {
    if (board[at] === "." || seen.has(at)) continue;
    const { stones, free } = chain(board, size, [at % size, Math.floor(at / size)]);
    for (const stone of stones) seen.add(stone);
    if (free.length === 1) found.push(...stones);
  }
  return found;
}

/** Why the side to move may not play on an empty point, as the key of a phrase; null if it may. */
export function whyForbidden(go, point) {
  const at = point[1] * go.size + point[0];
  if (go.board[at] !== "." || go.legal[at] === "1") return null;
  if (vertexOf(point, go.size) === go.ko) return "teach.ko";
  return isSuicide(go.board, go.size, point, "XO"[go.to_play]) ? "teach.no_liberties" : "teach.repeats";
}

/** What is pointed at: a chain of stones, or a point that is forbidden; null for anything else. `key` differs between two of them. */
export function spotAt(go, point, plays) {
  if (!point || point[0] >= go.size || point[1] >= go.size) return null;
  const at = point[1] * go.size + point[0];
  if (go.board[at] !== ".") {
    const { stones, free } = chain(go.board, go.size, point);
    return { key: `${Math.min(...stones)}`, point, stones, free };
  }
  const why = plays && whyForbidden(go, point);
  return why ? { key: `${at} ${why}`, point, why } : null;
}

/** What the board draws for a spot: squares by how they are marked, a sentence, and whether it stands at the top of the board. */
export function lesson(go, spot) {
  const note = !spot ? "" : spot.why ? say(spot.why) : say("teach.chain", { count: spot.free.length });
  return { atari: inAtari(go.board, go.size), chain: spot?.stones ?? [], free: spot?.free ?? [],
    forbidden: spot?.why ? [spot.point[1] * go.size + spot.point[0]] : [], note, high: !!spot && spot.point[1] > go.size / 2 };
}
