// Problems: a position with a task, whose first move is judged; a wrong one is answered on the board.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { areaText, partOf } from "../../../review/exercise.js";
import { send, useTold } from "./server.js";
import { lessons } from "./lessons.js";
import { Board } from "./board.jsx";
import { useKeys } from "./keys.js";
import { KINDS, kindText, levelText, lineText, nameText, taskText } from "./problem_words.js";
import { isSuicide, played } from "./rules.js";
import { liberties, pointOf, rows, signs, vertexOf } from "./squares.js";
import { useStored } from "./stored.js";
import "./problems.css";

/** Milliseconds between two moves of an answer. */
const PACE = 700;

/** Heat by which Shudan draws a hint, see style.css. */
const HINT = 5;

const areBoards = (stored) => Array.isArray(stored) && stored.every((board) => typeof board === "string");
const isNumber = (stored) => Number.isInteger(stored) && stored >= 0;

/** What was tried: the moves on the board, of which `at` are shown by now; and said(), what is said of them. */
const NOTHING = { moves: [], at: 0, said: () => "", hints: 0, over: false };

/** The problem on the board, and what was tried. */
function useProblem(problem, solve) {
  const [tried, setTried] = useState(NOTHING);
  useLayoutEffect(() => setTried(NOTHING), [problem]);
  useEffect(() => {
    if (tried.at >= tried.moves.length) return;
    const timer = setTimeout(() => setTried((now) => ({ ...now, at: now.at + 1 })), PACE);
    return () => clearTimeout(timer);
  }, [tried]);
  const tell = (key, values) => setTried((now) => ({ ...now, said: () => say(key, values) }));
  const show = (moves, said) => setTried((now) => ({ ...now, moves, at: 1, said, over: false }));
  return {
    tried,
    again: () => setTried(NOTHING),
    show: () => show(problem.line, () => say("problem.answer", { line: lineText(problem.line) })),
    hint: () => {
      if (tried.moves.length) return;
      setTried((now) => ({ ...now, hints: now.hints + 1, said: () => now.hints || problem.lesson ? say("try.hint_area", { area: areaText(hintedPart(problem), problem.size) }) : say(`problem.hint.${problem.kind}`) }));
    },
    answer: (point) => {
      const { board, size } = problem, vertex = vertexOf(point, size);
      if (tried.moves.length) return setTried((now) => ({ ...now, over: true }));
      if (board[point[1] * size + point[0]] !== ".") return tell("told.occupied", { vertex });
      if (vertex === problem.ko) return tell("told.ko", { vertex });
      if (isSuicide(board, size, point, "X")) return tell("told.suicide", { vertex });
      if (problem.right.includes(vertex)) {
        const line = vertex === problem.line[0] ? problem.line.slice(1) : [];
        solve(problem);
        if (problem.lesson) return show([vertex], () => say(`rules.${problem.lesson}.done`));
        return show([vertex, ...line], () => say(line.length ? "problem.right_line" : "problem.right", { line: lineText(line, 1) }));
      }
      const line = problem.wrong[vertex] ?? problem.elsewhere;
      return show([vertex, ...line], () => say(line.length ? "problem.wrong_line" : "problem.wrong", { vertex, line: lineText(line, 1) }));
    },
  };
}

/** The part of the board that the second hint shades. */
function hintedPart({ right, size }) {
  const [x, y] = pointOf(right[0], size);
  return partOf([y, x], size);
}

/** What Shudan is to draw of a problem. */
function problemMaps(problem, tried) {
  const { size } = problem;
  const shown = tried.moves.slice(0, tried.at);
  const board = shown.reduce((before, vertex, index) => played(before, size, vertex, "XO"[index % 2]), problem.board);
  const markerMap = rows(board, size, () => null);
  const mark = (vertex, marker) => {
    const [x, y] = pointOf(vertex, size) ?? [];
    if (x !== undefined) markerMap[y][x] = marker;
  };
  for (const vertex of problem.marked) if (board[index(vertex, size)] !== ".") mark(vertex, { type: "triangle" });
  if (problem.ko && !shown.length) mark(problem.ko, { type: "square" });
  shown.forEach((vertex, number) => {
    if (vertex !== "pass" && board[index(vertex, size)] === "XO"[number % 2]) mark(vertex, { type: "label", label: String(number + 1) });
  });
  const maps = { signMap: signs(board, size), markerMap };
  if (tried.hints > (problem.lesson ? 0 : 1) && !shown.length) {
    const [row, column, across] = hintedPart(problem);
    maps.heatMap = rows(board, size, (square, at) => {
      const [down, right] = [Math.floor(at / size) - row, (at % size) - column];
      return square === "." && down >= 0 && right >= 0 && down < across && right < across ? { strength: HINT, text: "" } : null;
    });
  }
  return { maps, board };
}

const index = (vertex, size) => {
  const [x, y] = pointOf(vertex, size);
  return y * size + x;
};

export function ProblemsView() {
  const { problems: told } = useTold();
  useEffect(() => { if (!told) send("problems"); }, []);
  return (
    <main class="go">
      {told ? <Problems problems={[...told.problems, ...lessons]} /> : <p class="faint center">{say("problem.wait")}</p>}
    </main>
  );
}

function Problems({ problems }) {
  const [chosen, setNumber] = useStored("problem", 0, isNumber);
  const [solved, setSolved] = useStored("solved", [], areBoards);
  const number = Math.min(chosen, problems.length - 1), problem = problems[number];
  const of = useProblem(problem, ({ board }) => setSolved((before) => before.includes(board) ? before : [...before, board]));
  const { tried } = of;
  const { maps, board } = useMemo(() => problemMaps(problem, tried), [problem, tried]);
  const step = (by) => setNumber((number + by + problems.length) % problems.length);
  const said = ([x, y]) => {
    const { size, ko, marked } = problem, vertex = vertexOf([x, y], size), square = board[y * size + x];
    if (square === ".") return say(vertex === ko && !tried.moves.length ? "point.ko" : "point.empty");
    const point = say(square === "X" ? "point.black" : "point.white", { count: liberties(board, size, [x, y]) });
    return marked.includes(vertex) ? say("problem.marked", { point }) : point;
  };
  useKeys({ ArrowLeft: () => step(-1), ArrowRight: () => step(1), t: of.hint, r: of.again, w: of.show });
  const chosenRow = useRef(null);
  useEffect(() => {
    const panel = chosenRow.current?.closest(".panel");
    if (panel?.scrollHeight > panel?.clientHeight) chosenRow.current.scrollIntoView({ block: "nearest" });    // on a phone the board would leave
  }, [number]);
  return (
    <>
      <section class="place">
        <Board size={problem.size} label={say("problem.board", { size: problem.size, task: taskText(problem) })} className={(tried.moves.length ? "" : "turn-black") + (maps.heatMap ? " hinting" : "")}
          said={said} onPoint={of.answer} {...maps} />
      </section>
      <section class="panel">
        <div class="card problem">
          <h2>{nameText(problem, number + 1)}</h2>
          {problem.lesson && <p>{say(`rules.${problem.lesson}.text`)}</p>}
          <p class="task">{taskText(problem)}</p>
          <p class="told" role="status" aria-live="polite">{tried.said()}{tried.over && ` ${say("problem.set_back", { button: say("problem.again") })}`}</p>
        </div>
        <div class="buttons">
          <button onClick={of.hint} disabled={tried.moves.length > 0} title={`${say("button.hint")} (T)`}>{say("button.hint")}</button>
          <button onClick={of.show} title={`${say("problem.show")} (W)`}>{say("problem.show")}</button>
          <button onClick={of.again} disabled={!tried.moves.length} title={`${say("problem.again")} (R)`}>{say("problem.again")}</button>
        </div>
        <div class="buttons">
          <button onClick={() => step(-1)} title={`${say("problem.before")} (←)`}>{say("problem.before")}</button>
          <button class="primary" onClick={() => step(1)} title={`${say("problem.next")} (→)`}>{say("problem.next")}</button>
        </div>
        <div class="card problem-list">
          <p>{say("problem.count", { solved: problems.filter((each) => !each.lesson && solved.includes(each.board)).length,
            all: problems.length - lessons.length })}</p>
          {KINDS.map((kind) => (
            <div key={kind} role="group" aria-label={kindText(kind)}>
              <h3>{kindText(kind)}</h3>
              <div class="numbers">
                {problems.map((each, at) => each.kind === kind && (
                  <button key={at} ref={at === number ? chosenRow : null} aria-current={at === number ? "true" : undefined}
                    aria-label={solved.includes(each.board) ? say("problem.solved", { name: nameText(each, at + 1) }) : nameText(each, at + 1)}
                    title={each.lesson ? nameText(each) : levelText(each.level)} onClick={() => setNumber(at)}>
                    {each.lesson ? lessons.indexOf(each) + 1 : at + 1}<small aria-hidden="true">{solved.includes(each.board) ? "✓" : "•".repeat(each.level)}</small></button>
                ))}
              </div>
            </div>
          ))}
        </div>
      </section>
    </>
  );
}
