// The tree of variations: one column a move, the main line on top.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { firstChildren, line, siblings } from "./game_line.js";
import { say } from "../../../languages/say.js";
import { send, useTold } from "./server.js";

const STEP = 24, RADIUS = 8;

/** Columns to both sides of the current node that are drawn, and rows above and below it. */
const REACH = 120, ROWS = 60;

/** {number: [column, row]}: a line of first children has one row, below everything that it would meet. */
function layout(tree) {
  const children = new Map(tree.nodes.map(([number]) => [number, []]));
  for (const [number, parent] of tree.nodes) if (parent !== null) children.get(parent).push(number);
  const places = new Map(), lowest = [];
  const waiting = [[tree.nodes[0][0], 0, 0]];
  while (waiting.length) {
    const [first, column, least] = waiting.pop();
    const nodes = [first];
    while (children.get(nodes.at(-1)).length) nodes.push(children.get(nodes.at(-1))[0]);
    let row = least;
    for (let at = Math.max(0, column - 1); at < column + nodes.length; at++) row = Math.max(row, (lowest[at] ?? -1) + 1);
    nodes.forEach((number, index) => {
      places.set(number, [column + index, row]);
      lowest[column + index] = row;
    });
    if (column) lowest[column - 1] = Math.max(lowest[column - 1], row);      // the branch itself needs room
    nodes.forEach((number, index) => {      // the last ones are laid out first, close to their line
      for (const child of children.get(number).slice(1).reverse()) waiting.push([child, column + index + 1, row + 1]);
    });
  }
  return places;
}

export function Tree({ language }) {
  const { go, tree } = useTold();
  const places = useMemo(() => layout(tree), [tree]);
  const box = useRef(null);
  const [column, row] = places.get(go.node) ?? [0, 0];
  useEffect(() => {
    const { clientWidth, clientHeight } = box.current;
    box.current.scrollTo({ left: column * STEP - clientWidth / 2, top: row * STEP - clientHeight / 2 });
  }, [column, row, tree]);

  const picture = useMemo(() => drawing(tree, places, box, go), [tree, go.node, language]);
  return (
    <>
      {picture}
      {go.studying && go.node !== 0 && <div class="tree-tools">
        {!isMain(tree, go.node) && <button onClick={() => send("main_line", { node: go.node })} title={say("tree.main_hint")}>{say("tree.main")}</button>}
        <button onClick={() => send("remove", { node: go.node })} title={say("tree.remove_hint")}>{say("tree.remove")}</button>
      </div>}
    </>
  );
}

/** Whether the main line leads to a node. */
function isMain(tree, node) {
  for (let at = node; at !== null; at = tree.byNumber.get(at)[1]) {
    const parent = tree.byNumber.get(at)[1];
    if (parent !== null && firstChildren(tree).get(parent) !== at) return false;
  }
  return true;
}

/** Where a position stands, in words: its move, which of the variations it begins, and whether something was written on it. */
function placeText(tree, go) {
  const [, , colour, move, , comment] = tree.byNumber.get(go.node), all = siblings(tree, go.node);
  return [move ? say("graph.move", { number: go.number, colour, move }) : say("tree.start"),
    ...(all.length > 1 ? [say("tree.variation", { number: all.indexOf(go.node) + 1, all: all.length })] : []), ...(comment ? [say("tree.comment")] : [])].join(", ");
}

function drawing(tree, places, box, go) {
  const current = go.node, nodes = line(tree, current);
  const [column, row] = places.get(current) ?? [0, 0];
  const near = tree.nodes.filter(([number]) => {
    const [x, y] = places.get(number);
    return Math.abs(x - column) <= REACH && Math.abs(y - row) <= ROWS;
  });
  let width = 0, height = 0;
  for (const [x, y] of places.values()) [width, height] = [Math.max(width, x), Math.max(height, y)];
  const at = (step) => step * STEP + STEP / 2;
  return (
    <div class="tree" ref={box} tabIndex={0} role="slider" aria-label={say("tree.label")} aria-valuemin={0} aria-valuemax={nodes.length - 1}
      aria-valuenow={nodes.indexOf(current)} aria-valuetext={placeText(tree, go)}>
      <svg width={(width + 1) * STEP} height={(height + 1) * STEP}>
        {near.map(([number, parent]) => {
          if (parent === null) return null;
          const [x, y] = places.get(number), [px, py] = places.get(parent);
          const bend = y === py ? "" : `L${at(x - 1)} ${at(y) - STEP / 2}`;
          return <path key={number} class="branch" d={`M${at(px)} ${at(py)}${bend}L${at(x)} ${at(y)}`} />;
        })}
        {near.map(([number, parent, colour, vertex, , comment]) => {
          const [x, y] = places.get(number);
          const kind = parent === null ? "root" : vertex === null ? "setup" : colour === 0 ? "black" : "white";
          return (
            <g key={number} class={`node ${kind}` + (number === current ? " current" : "")} transform={`translate(${at(x)} ${at(y)})`}
              onClick={() => send("go", { node: number })}>
              <title>{vertex ? `${x} ${vertex}` : say("tree.start")}</title>
              <circle r={RADIUS} />
              {number === current && <circle class="ring" r={RADIUS + 2.5} />}
              {vertex && <text dy=".35em">{vertex === "pass" ? "–" : x}</text>}
              {comment && <circle class="comment" cx={RADIUS - 1} cy={1 - RADIUS} r="3" />}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
