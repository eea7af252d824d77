// The line of play through a node of the tree, and where keys and buttons lead from there.
import { useRef } from "preact/hooks";
import { send } from "./server.js";

/** Numbers of the nodes from the root to a node, and on along the first children to the end. */
export function line(tree, number) {
  const nodes = [];
  for (let at = number; at !== null && tree.byNumber.has(at); at = tree.byNumber.get(at)[1]) nodes.push(at);
  nodes.reverse();
  const children = firstChildren(tree);
  for (let at = children.get(number); at !== undefined; at = children.get(at)) nodes.push(at);
  return nodes;
}

/** {number: number of its first child}, computed once for each tree. */
export function firstChildren(tree) {
  if (!tree.firstChildren) {
    tree.firstChildren = new Map();
    for (const [number, parent] of tree.nodes) {
      if (parent !== null && !tree.firstChildren.has(parent)) tree.firstChildren.set(parent, number);
    }
  }
  return tree.firstChildren;
}

/** The variations that begin where the current one does. */
export function siblings(tree, node) {
  const parent = tree.byNumber.get(node)?.[1];
  return parent === null ? [node] : tree.nodes.filter((row) => row[1] === parent).map((row) => row[0]);
}

/** The moves of the record that follow a node: their vertices, the main one first. */
export const nextMoves = (tree, node) => tree.nodes.filter((row) => row[1] === node && row[3] && row[3] !== "pass").map((row) => row[3]);

/** [[vertex, colour]] of the other moves of the record in the place of the one that led to a node. */
export const otherMoves = (tree, node) => siblings(tree, node).filter((number) => number !== node)
  .map((number) => tree.byNumber.get(number)).filter((row) => row?.[3] && row[3] !== "pass").map((row) => [row[3], row[2]]);

/** {vertex: its number} of the last `count` moves that lead to a node. */
export function moveNumbers(tree, node, count) {
  const way = [];
  for (let at = node; at !== null && tree.byNumber.has(at); at = tree.byNumber.get(at)[1]) if (tree.byNumber.get(at)[3]) way.push(tree.byNumber.get(at)[3]);
  const numbers = {};
  way.slice(0, count).reverse().forEach((vertex, index, moves) => { numbers[vertex] = way.length - moves.length + index + 1; });
  return numbers;
}

/** The line that is shown, and functions that go along it. */
export function useGameLine(go, tree) {
  // The place that was asked for and has not come yet: keys may be faster than the server's answers.
  const asked = useRef(null);
  if (asked.current === go.node) asked.current = null;
  const at = () => asked.current ?? go.node;
  const goTo = (node) => {
    if (node === undefined || node === null) return;
    asked.current = node;
    send("go", { node });
  };
  const nodes = line(tree, go.node);
  const step = (count) => {
    const way = line(tree, at());
    const place = way.indexOf(at());
    const next = Math.max(0, Math.min(way.length - 1, place + count));
    if (next !== place) goTo(way[next]);
  };
  /** To the node at which this variation leaves another one, or the start. */
  const toBranch = () => {
    let node = tree.byNumber.get(at())?.[1] ?? null;
    while (node !== null && tree.nodes.filter((row) => row[1] === node).length < 2) node = tree.byNumber.get(node)[1];
    goTo(node ?? nodes[0]);
  };
  const other = (count) => {
    const all = siblings(tree, at());
    goTo(all[(all.indexOf(at()) + count + all.length) % all.length]);
  };
  return { nodes, here: nodes.indexOf(go.node), step, other, toBranch, goTo,
    toEnd: () => goTo(line(tree, at()).at(-1)), toStart: () => goTo(nodes[0]),
    forget: () => { asked.current = null; } };
}
