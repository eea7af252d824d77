// The graph of a game, for the page of a review and for gopy's page: Black's chance and lead by move, with axes, and a dot for each
// mistake. The page of a review is one script: page.py puts this file before page.js.
import { say } from "../languages/say.js";

export const percent = (share) => say("percent", { number: Math.round(100 * share) });

const signed = (score, points) => say("margin", { short: say(score > 0 ? "short.black" : "short.white"), points });

/** A margin of Black's as people write it: B+3.5. */
export const margin = (score) => Math.abs(score) < 0.05 ? say("even") : signed(score, Math.abs(score).toFixed(1));

const LEFT = 44, RIGHT = 44, TOP = 8, BOTTOM = 20;

/** The axis of the lead ends at one of these points; numbers below the graph are so many moves apart. */
const ENDS = [10, 20, 40, 80, 160, 400, 1000], STEPS = [10, 20, 50, 100, 200, 500, 1000, 10_000];

/** [a mistake that costs so much, the class of its dot], the heaviest first. */
const WEIGHTS = [[0.10, "heavy"], [0.05, "middle"], [0, "light"]];

/** The class of a mistake by what it cost. */
export const weight = (mistake) => WEIGHTS.find(([least]) => mistake.loss >= least)[1];

/** The largest number that numbers apart so have room for. */
const step = (moves, width) => STEPS.find((each) => moves / each <= width / 50);

const lead = (points) => points ? signed(points, Math.abs(points)) : "0";

/**
 * The text of the graph as an <svg> element. `turns` are numbers of moves, `chances` and `leads` Black's there, null where nothing is known.
 * A dot is a link to "#moveN", N being the number of the move.
 */
export function graph({ turns, chances, leads, mistakes = [] }, { width, height }) {
  const first = turns[0], last = Math.max(turns[turns.length - 1], first + 1);
  const end = ENDS.find((each) => each >= Math.max(...leads.map((points) => Math.abs(points ?? 0)))) ?? ENDS[ENDS.length - 1];
  const across = (turn) => LEFT + (width - LEFT - RIGHT) * (turn - first) / (last - first);
  const down = (share) => TOP + (height - TOP - BOTTOM) * (1 - share);
  const curve = (name, shares) => {
    const known = shares.flatMap((share, index) => share === null ? [] :
      [`${across(turns[index]).toFixed(1)} ${down(Math.min(Math.max(share, 0), 1)).toFixed(1)}`]);
    return known.length ? `<path class="${name}" d="M${known.join("L")}${known.length === 1 ? "h3" : ""}"/>` : "";
  };
  const parts = [0, 0.5, 1].map((share) => `<path class="rule" d="M${LEFT} ${down(share)}H${width - RIGHT}"/>
    <text class="axis of-chance" x="${LEFT - 5}" y="${down(share) + 4}">${percent(share)}</text>
    <text class="axis of-lead" x="${width - RIGHT + 5}" y="${down(share) + 4}">${lead(Math.round(end * (2 * share - 1)))}</text>`);
  const apart = step(last - first, width);
  for (let turn = Math.ceil(first / apart) * apart; turn <= last; turn += apart) {
    parts.push(`<path class="tick" d="M${across(turn).toFixed(1)} ${down(0)}v4"/>
      <text class="axis of-move" x="${across(turn).toFixed(1)}" y="${height - 5}">${turn}</text>`);
  }
  parts.push(curve("lead", leads.map((points) => points === null ? null : 0.5 + points / end / 2)), curve("chance", chances),
    `<path class="pointer" d="M${LEFT} ${TOP}V${down(0)}" visibility="hidden"/><path class="cursor" d="M${LEFT} ${TOP}V${down(0)}"/>`);
  for (const mistake of mistakes) {
    const title = say("graph.mistake", { ...mistake, percent: percent(mistake.loss) });
    parts.push(`<a href="#move${mistake.number}" aria-label="${title}"><circle class="mistake ${weight(mistake)} of-${mistake.colour}" r="5"
      cx="${across(mistake.number).toFixed(1)}" cy="${down(chances[turns.indexOf(mistake.number)]).toFixed(1)}"><title>${title}</title></circle></a>`);
  }
  return `<svg class="graph" viewBox="0 0 ${width} ${height}" role="group" data-first="${first}" data-last="${last}"
    aria-label="${say("graph.label", { count: turns[turns.length - 1] - first, mistakes: mistakes.length })}">${parts.join("")}</svg>`;
}

/** The turn of a graph that is under the pointer; with a mistake's dot, that of the mistake. */
export function turnAt(svg, event) {
  const link = event.target.closest("a");
  if (link) return Number(link.getAttribute("href").slice(5));
  const box = svg.getBoundingClientRect(), { width } = svg.viewBox.baseVal, first = Number(svg.dataset.first), last = Number(svg.dataset.last);
  const share = (width * (event.clientX - box.left) / box.width - LEFT) / (width - LEFT - RIGHT);
  return Math.min(Math.max(Math.round(first + (last - first) * share), first), last);
}

/** Draw the line of the move that is shown. */
export const moveCursor = (svg, turn) => moveLine(svg, ".cursor", turn);

/** Draw the line of the move that is pointed at; null: none is. */
export function movePointed(svg, turn) {
  svg.querySelector(".pointer").setAttribute("visibility", turn === null ? "hidden" : "visible");
  if (turn !== null) moveLine(svg, ".pointer", turn);
}

function moveLine(svg, name, turn) {
  const { width } = svg.viewBox.baseVal, first = Number(svg.dataset.first), last = Number(svg.dataset.last);
  const x = LEFT + (width - LEFT - RIGHT) * Math.min(Math.max((turn - first) / (last - first), 0), 1);
  const line = svg.querySelector(name);
  line.setAttribute("d", line.getAttribute("d").replace(/M[\d.]+/, `M${x.toFixed(1)}`));
}

/** "−28 %, 10 points": what a move cost. */
export const costText = (loss, points) => `−${percent(loss)}${points >= 0.5 ? `, ${say("review.points", { count: Math.round(points) })}` : ""}`;

/**
 * "move 24 Black D8 · 23 % · W+6.0 · −28 %, 10 points": what is known of a turn. `move`: [colour, vertex], or null before the first move.
 * `losses` and `points` are what the moves that lead to the turns cost, where a review has said so.
 */
export function turnText({ turns, chances, leads, losses, points: lost }, turn, move) {
  const index = turns.indexOf(turn), [chance, points] = [chances[index] ?? null, leads[index] ?? null], loss = losses[index] ?? 0;
  return [move ? say("graph.move", { number: turn, colour: move[0], move: move[1] }) : say("graph.turn", { number: turn }), ...(chance === null ? [] : [percent(chance)]),
    ...(points === null ? [] : [margin(points)]), ...(loss < 0.005 ? [] : [costText(loss, lost[index])])].join(" · ");
}
