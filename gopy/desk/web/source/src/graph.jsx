// Black's chance and lead along the line of play and, of a game that was reviewed, its mistakes: drawn as in the page of a review.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { graph, moveCursor, movePointed, turnAt, turnText } from "../../../review/graph.js";
import { say } from "../../../languages/say.js";
import { useTold } from "./server.js";

const ROOM = { width: 384, height: 76 };

export function Graph({ way, review, language }) {
  const { go, tree } = useTold();
  const { nodes, here, goTo } = way;
  const place = useRef(null);
  const [pointed, setPointed] = useState(null);
  const rows = nodes.map((number) => tree.byNumber.get(number));
  const reviewed = new Map((review?.nodes ?? []).map((number, turn) => [number, turn]));
  const costs = (of) => nodes.map((number) => review?.[of][reviewed.get(number) - 1] ?? null);
  const line = { turns: nodes.map((_, index) => index), chances: rows.map((row) => row[4]), leads: rows.map((row) => row[6]),
    losses: costs("losses"), points: costs("points"),
    mistakes: (review?.mistakes ?? []).flatMap((mistake) => {
      const number = nodes.indexOf(review.nodes[mistake.number]);
      return number < 0 ? [] : [{ ...mistake, number }];
    }) };
  const drawing = useMemo(() => graph(line, ROOM), [JSON.stringify(line), language]);
  const svg = () => place.current.querySelector("svg");
  useLayoutEffect(() => moveCursor(svg(), here), [drawing, here]);
  useLayoutEffect(() => movePointed(svg(), pointed), [drawing, pointed]);
  const turn = Math.min(pointed ?? here, nodes.length - 1), row = rows[turn];
  const text = turnText(line, turn, row[3] && ["BW"[row[2]], row[3]]);
  const at = (event) => Math.min(turnAt(svg(), event), nodes.length - 1);
  return (
    <div class="graph-place">
      <div ref={place} dangerouslySetInnerHTML={{ __html: drawing }} onPointerMove={(event) => setPointed(at(event))}
        onPointerLeave={() => setPointed(null)} onClick={(event) => { event.preventDefault(); goTo(nodes[at(event)]); }} />
      <input type="range" class="heard" min="0" max={nodes.length - 1} value={here} aria-label={say("graph.slider")} aria-valuetext={text}
        onInput={(event) => goTo(nodes[event.currentTarget.value])} />
      <output class="pointed">{text}</output>
    </div>
  );
}
