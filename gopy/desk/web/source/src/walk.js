// A count that can be followed: dead stones go away chain by chain, then the points of each side are numbered.
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { resultText, sideCount } from "./players.jsx";
import { chain, rows, signs } from "./squares.js";

/** So many points are numbered at a time. */
const AT_ONCE = 10;

/** Milliseconds that a step stays. */
const PACE = 1100;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Squares that lie together, by rows: one region after another. */
function byRegions(squares, size) {
  const board = Array.from({ length: size * size }, () => ".");
  for (const at of squares) board[at] = "X";
  const seen = new Set();
  return squares.flatMap((at) => {
    if (seen.has(at)) return [];
    const region = chain(board.join(""), size, [at % size, Math.floor(at / size)]).stones.sort((one, other) => one - other);
    for (const each of region) seen.add(each);
    return region;
  });
}

/** The steps: {board, numbers: {square: number}, told()}. */
export function walkSteps({ board, size, count, result }) {
  const steps = [];
  const squares = [...board];
  for (let at = 0; at < board.length; at++) {
    if (count.dead[at] !== "1" || squares[at] === ".") continue;
    const colour = "XO".indexOf(board[at]);
    const { stones } = chain(board, size, [at % size, Math.floor(at / size)]);
    for (const stone of stones) squares[stone] = ".";
    steps.push({ board: squares.join(""), numbers: {}, told: () => say("walk.dead", { colour, count: stones.length }) });
  }
  const left = squares.join("");
  for (const side of count.sides) {
    const sign = "XO"[side.colour], all = side.parts.some(([, name]) => name === "stones");
    const points = byRegions([...left].flatMap((square, at) => count.territory[at] === sign || (all && square === sign) ? [at] : []), size);
    for (let done = 0; done < points.length; done += AT_ONCE) {
      const numbers = Object.fromEntries(points.slice(0, done + AT_ONCE).map((at, index) => [at, index + 1]));
      steps.push({ board: left, numbers, told: () => say("walk.points", { colour: side.colour, count: Object.keys(numbers).length }) });
    }
    const numbers = Object.fromEntries(points.map((at, index) => [at, index + 1]));
    steps.push({ board: left, numbers, told: () => sideCount(side) });
  }
  steps.push({ board: left, numbers: {}, told: () => resultText(result) });
  return steps;
}

/** What Shudan draws of a step. */
export function walkMaps({ board, numbers }, size) {
  return { signMap: signs(board, size), markerMap: rows(board, size, (square, at) => numbers[at] ? { type: "label", label: String(numbers[at]) } : null) };
}

/** {now, next, skip, again}: the step that is shown, or null, and functions that go on. It begins by itself where `teaching`. */
export function useWalk(go, teaching) {
  const counted = !!go.count && !go.studying && go.node === go.live;
  const steps = useMemo(() => counted ? walkSteps(go) : [], [counted, go.board, go.count?.dead, go.result]);
  const [at, setAt] = useState(Infinity);
  const next = () => setAt((before) => before + 1);
  useLayoutEffect(() => setAt(counted && teaching ? 0 : Infinity), [counted, go.node, go.version]);
  useEffect(() => {
    if (at >= steps.length || isStill()) return;
    const timer = setTimeout(next, PACE);
    return () => clearTimeout(timer);
  }, [at, steps]);
  return { now: steps[at] ?? null, next, skip: () => setAt(Infinity), again: () => setAt(0) };
}
