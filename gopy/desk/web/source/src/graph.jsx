// The win rate along the line of play, from Black's side.
import { line } from "./game_line.js";
import { send, useTold } from "./server.js";

const WIDTH = 400, HEIGHT = 96;

export function Graph() {
  const { go, tree } = useTold();
  const nodes = line(tree, go.node);
  const last = Math.max(nodes.length - 1, 10);
  const x = (index) => (index / last) * WIDTH;
  const y = (share) => (1 - share) * HEIGHT;
  const points = nodes.map((number, index) => [index, tree.byNumber.get(number)[4]]).filter(([, share]) => share !== null);
  const path = points.map(([index, share], at) => `${at ? "L" : "M"}${x(index).toFixed(1)} ${y(share).toFixed(1)}`).join("");
  const area = points.length > 1 ? `${path}L${x(points.at(-1)[0])} ${HEIGHT}L${x(points[0][0])} ${HEIGHT}Z` : "";
  const here = nodes.indexOf(go.node);

  function click(event) {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * last);
    if (nodes[index] !== undefined) send("go", { node: nodes[index] });
  }

  return (
    <svg class="graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" onClick={click} role="img"
      aria-label={points.length ? `Black's chance of winning over ${nodes.length - 1} moves` : "No win rates yet: switch the analysis on"}>
      <line class="middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <path class="area" d={area} />
      <path class="curve" d={path} />
      {points.length === 1 && <circle class="dot" cx={x(points[0][0]) + 2} cy={y(points[0][1])} r="3" />}
      <line class="here" x1={x(here)} x2={x(here)} y1="0" y2={HEIGHT} />
    </svg>
  );
}
