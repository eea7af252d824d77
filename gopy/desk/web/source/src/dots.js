// Dots on the last stones of a game that was reviewed: what these moves cost.
import { weight } from "../../../review/graph.js";

/** So many of the last moves have a dot, if they cost anything. */
const LAST = 10;

/** {vertex: weight of its move's cost} on the way to a node; of no move that a review would call as good as the best. */
export function costDots(found, tree, node) {
  const turn = found.nodes.indexOf(node), dots = {};
  for (let number = Math.max(1, turn - LAST + 1); number <= turn; number++) {
    const vertex = tree.byNumber.get(found.nodes[number])?.[3], loss = found.losses[number - 1];
    delete dots[vertex];        // of a stone that was taken from there
    if (vertex && loss >= found.goodEnough) dots[vertex] = weight({ loss });
  }
  return dots;
}
