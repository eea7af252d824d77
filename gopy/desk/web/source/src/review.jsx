// The review of a game: how far it is, the mistakes with their reasons, and the search for better moves.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { costText, weight } from "../../../review/graph.js";
import { hintText, judged, mistakeBeside, partOf, reasonText, scoreText, solution, taskText } from "../../../review/exercise.js";
import { nameOf, say } from "../../../languages/say.js";
import { send, useMessages } from "./server.js";
import { pointOf, vertexOf } from "./squares.js";

const DEPTHS = ["quick", "usual", "deep"];

/** The points of a hint: a part of the board, or the better move itself. */
function hinted(mistake, again, size) {
  const point = pointOf(mistake.better, size);
  if (!point) return null;
  if (again) return { moves: [mistake.better] };
  const [row, column, across] = partOf([point[1], point[0]], size);
  return { area: Array.from({ length: across * across }, (_, at) => vertexOf([column + at % across, row + Math.floor(at / across)], size)) };
}

/**
 * What was found, and the mistake that is tried again. `review` is what the server tells; `drawn` is what stands on the board meanwhile:
 * {hint, line}, null if nothing is tried. Between a press that leads to another position and its coming `isOnTheWay()`: what is clicked on
 * then is not the position that is meant.
 */
export function useReview(go, review, way) {
  const found = review?.state === "found" && go.studying ? review : null;
  const [trying, setTrying] = useState(null);
  const [said, setSaid] = useState({ text: "", line: null, hints: 0 });
  const [line, setLine] = useState(null);
  const [owners, setOwners] = useState("after");
  const [solved, setSolved] = useState(new Set()), [given, setGiven] = useState(new Set());
  const arriving = useRef(null), looking = useRef(null);      // the move that was tried and is looked at
  useLayoutEffect(() => { setSolved(new Set()); setGiven(new Set()); setTrying(null); }, [found?.nodes]);
  useLayoutEffect(() => {
    setTrying(null);
    setLine(null);
    arriving.current?.();
    arriving.current = null;
  }, [go.node, go.version]);
  /** Do something at the position before or after a mistake. */
  const at = (turn, act = () => {}) => {
    if (go.node === found.nodes[turn]) act();
    else {
      arriving.current = act;
      way.goTo(found.nodes[turn]);
    }
  };
  const tell = (what) => { looking.current = null; setSaid((before) => ({ ...before, line: null, ...what })); };
  const judge = (vertex) => {
    const { good, line, text } = judged(trying, vertex, found.goodEnough);
    if (good && !given.has(trying.number)) setSolved(new Set([...solved, trying.number]));
    tell({ text, line: line.length ? line : null });
  };
  const take = useRef(null);
  take.current = ({ kind, number, vertex, answer }) => {
    if (!trying || !looking.current) return;
    if (kind === "error") tell({ text: taskText(trying) });     // the notice says what it is
    else if (kind === "judged" && number === trying.number && vertex === looking.current) {
      if (answer) judge(vertex);
      else tell({ text: say("review.interrupted", { vertex }) });
    }
  };
  useMessages(useCallback((message) => take.current(message), []));
  const turn = found?.nodes.indexOf(go.node) ?? -1;
  const shown = trying ?? found?.mistakes.find((mistake) => mistake.number === turn);
  const owned = useMemo(() => shown && !trying && owners ? found.ownership[shown.number - (owners === "before" ? 1 : 0)].map((share) => share / 100) : null,
    [found, shown, trying, owners]);
  return {
    found, trying, said, solved, given, shown, owned, owners, isOnTheWay: () => arriving.current !== null,
    showOwners: (which) => setOwners(which === owners ? null : which),
    drawn: trying ? { line: said.line, hint: said.hints ? hinted(trying, said.hints > 1, go.size) : null } : line && { line, hint: null },
    show: (mistake) => at(mistake.number),
    better: (mistake) => at(mistake.number - 1, () => setLine(mistake.betterLine)),
    reply: (mistake) => at(mistake.number, () => setLine(mistake.replyLine)),
    beside: (step) => {
      const next = found && mistakeBeside(found.mistakes, trying?.number ?? turn, step);
      if (next) at(next);
    },
    tryAgain: (mistake) => at(mistake.number - 1, () => { setTrying(mistake); setSaid({ text: taskText(mistake), line: null, hints: 0 }); }),
    leave: () => { if (trying) at(trying.number); },
    answer: (vertex) => {
      if (trying.answers[vertex]) return judge(vertex);
      tell({ text: say("review.looks", { vertex }), line: [vertex] });
      looking.current = vertex;
      send("judge", { number: trying.number, vertex });
    },
    hint: () => tell({ text: hintText(trying, said.hints > 0, go.size), hints: said.hints + 1 }),
    giveAnswer: () => {
      setGiven(new Set([...given, trying.number]));
      setSolved(new Set([...solved].filter((number) => number !== trying.number)));
      tell(solution(trying));
    },
  };
}

function Progress({ review }) {
  const { done, total, left } = review;
  return (
    <div class="card">
      <p>{say(left ? "review.running_left" : "review.running", { done, total, seconds: Math.ceil(left ?? 0) })}</p>
      <progress max={total} value={done} aria-label={say("review.progress")} />
      <div class="buttons"><button onClick={() => send("review", { on: false })}>{say("review.stop")}</button></div>
    </div>
  );
}

function Mistake({ mistake, of }) {
  const shown = of.shown === mistake;
  return (
    <li class={shown ? "shown" : ""}>
      <button class="open" onClick={() => of.show(mistake)} aria-current={shown ? "true" : undefined}>
        <i class={`weight ${weight(mistake)}`} aria-hidden="true" />
        <b>{mistake.number} <span class={`stone ${mistake.colour === "B" ? "black" : "white"}`} role="img" aria-label={nameOf(mistake.colour)} /> {mistake.move}</b>
        <span class="cost">{costText(mistake.loss, mistake.points)}</span>
        <span class="reason">{mistake.lostHere && `${say("review.lost_here")} `}{reasonText(mistake.told[0])}</span>
      </button>
      {shown && !of.trying && <>
        {mistake.told.slice(1).map((reason) => <p key={reason.key}>{reasonText(reason)}</p>)}
        <div class="buttons"><button class="primary" onClick={() => of.tryAgain(mistake)}>{say("review.try")}</button>
          <button onClick={() => of.better(mistake)}>{say("review.better")}</button><button onClick={() => of.reply(mistake)}>{say("review.follows")}</button></div>
        <div class="switches">{["before", "after"].map((which) => (
          <button key={which} class="switch" aria-pressed={of.owners === which} onClick={() => of.showOwners(which)}>{say(`review.${which}`)}</button>))}</div>
      </>}
      {shown && of.trying && <>
        <p role="status" class="said">{of.said.text}</p>
        <div class="buttons"><button onClick={of.hint} disabled={of.said.hints > 1}>{say("button.hint")}</button><button onClick={of.giveAnswer}>{say("review.answer")}</button>
          <button onClick={of.leave}>{say("review.leave")}</button></div>
      </>}
    </li>
  );
}

/** Asks for a review; beside it stands how long it may take. */
export function AskReview({ review }) {
  const [depth, setDepth] = useState("usual");
  const running = review?.state === "running";
  return (
    <span class="split">
      <button onClick={() => send("review", { on: true, depth })} disabled={running} title={say("over.review_hint")}>{say("over.review")}</button>
      <select aria-label={say("review.depth")} title={say("review.depth")} value={depth} disabled={running}
        onChange={(event) => setDepth(event.currentTarget.value)}>
        {DEPTHS.map((name) => <option key={name} value={name}>{say(`review.depth.${name}`)}</option>)}</select>
    </span>
  );
}

/** What the moves of each player cost, in the whole game and in each of its phases. */
function Costs({ costs }) {
  if (!costs.length) return null;
  const heads = ["moves", "mistakes", "mean", "points"];
  return (
    <details class="costs"><summary>{say("costs.title")}</summary>
      <table><thead><tr><td />{heads.map((name) => <th key={name} scope="col">{say(`costs.${name}`)}</th>)}</tr></thead>
        <tbody>{costs.map(({ colour, phase, moves, counts, mean, points }) => (
          <tr key={colour + phase} class={phase}><th scope="row">{phase === "game" ? nameOf(colour) : say(`phase.${phase}`)}</th>
            <td>{moves}</td><td>{counts.reduce((sum, count) => sum + count)}</td><td>{say("percent", { number: (100 * mean).toFixed(1) })}</td><td>{points.toFixed(1)}</td></tr>))}</tbody></table>
    </details>
  );
}

/** How far a review is, or the mistakes that it has found, the heaviest first. */
export function Review({ review, of, dots, toggleDots }) {
  if (review?.state === "running") return <Progress review={review} />;
  if (!of.found) return null;
  const { mistakes } = of.found;
  return (
    <div class="card review">
      <p class="head"><b>{say(mistakes.length ? "review.mistakes" : "review.none")}</b>
        <span role="status">{scoreText(of.solved, of.given, mistakes.length)}</span>
        <button class="switch" aria-pressed={dots} onClick={toggleDots} title={say("review.dots_hint")}>{say("review.dots")}</button>
        <button class="icon" aria-label={say("review.away")} onClick={() => send("review", { on: false })}>✕</button></p>
      <ol class="mistakes">{mistakes.map((mistake) => <Mistake key={mistake.number} mistake={mistake} of={of} />)}</ol>
      <Costs costs={of.found.costs} />
    </div>
  );
}
