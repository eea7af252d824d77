// The other games: a board that is drawn from the server's text, and moves that are named by its list of legal moves.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isPhrase, say } from "../../../languages/say.js";
import { notify, send, useTold } from "./server.js";
import { downloadBytes } from "./download.js";
import { Resign } from "./resign.jsx";
import { useStored } from "./stored.js";
import { Strength } from "./strength.jsx";
import { percent, short } from "./squares.js";

const OPTIONS = { gomoku: ["", "size=9", "size=15", "size=19"], lines_of_action: ["", "size=7"],
  goofspiel: ["", "cards=5", "cards=8"] };
const SHOGI = { p: "歩", s: "銀", b: "角", r: "飛", g: "金", k: "王", "+p": "と", "+s": "全", "+b": "馬", "+r": "龍" };

/** The squares and hands that a move names, in order: b1-b3 is b1, b3 and P@d4 is P@, d4. */
const parts = (move) => move.match(/[A-Z]@|[a-z]\d+/g) ?? [];

/** {columns, lines: [{name, cells, note}]} of a board in text whose rows begin with their number; null for other boards. */
function grid(text) {
  const lines = text.split("\n");
  const columns = lines.at(-1).trim().split(/\s+/);
  if (!columns.every((name) => /^[a-z]$/.test(name))) return null;
  const found = lines.slice(0, -1).map((each) => {
    const [name, ...cells] = each.trim().split(/\s+/);
    return { name, cells: cells.slice(0, columns.length), note: cells.slice(columns.length).join(" ") };
  });
  return found.every(({ name, cells }) => /^\d+$/.test(name) && cells.length === columns.length) ? { columns, lines: found } : null;
}

function Piece({ sign, game }) {
  if (sign === ".") return null;
  if (game === "minishogi") {
    const mine = sign === sign.toUpperCase();
    return <span class={"tile" + (mine ? "" : " theirs") + (sign.startsWith("+") ? " promoted" : "")}>{SHOGI[sign.toLowerCase()] ?? sign}</span>;
  }
  return <span class={`stone ${sign === "X" ? "black" : "white"}`}>{game === "knightthrough" && "♞"}</span>;
}

function GridBoard({ board, game, moves, last, play }) {
  const [chosen, setChosen] = useState([]);
  useLayoutEffect(() => setChosen([]), [moves]);
  const split = moves.map((move) => [move, parts(move)]);
  const starting = (prefix) => split.filter(([, squares]) => prefix.every((square, index) => squares[index] === square));
  const fitting = starting(chosen);
  const targets = new Set(chosen.length ? fitting.map(([, squares]) => squares[chosen.length]) : []);
  const starts = new Set(split.map(([, squares]) => squares[0]));
  const ends = fitting.filter(([, squares]) => squares.length === chosen.length);

  function choose(square) {
    const next = [[...chosen, square], [square]].find((prefix) => starting(prefix).length) ?? [];
    const complete = starting(next).filter(([, squares]) => squares.length === next.length);
    if (next.length && complete.length === 1 && starting(next).length === 1) play(complete[0][0]);
    else setChosen(next);
  }

  const hands = [...new Set(split.map(([, squares]) => squares[0]).filter((name) => name?.endsWith("@")))];
  return (
    <div class="gridplace">
      <div class={`grid ${game}`} style={{ gridTemplateColumns: `1.4em repeat(${board.columns.length}, 1fr)` }}>
        {board.lines.map(({ name, cells }) => [<span class="name">{name}</span>, ...cells.map((sign, index) => {
          const square = board.columns[index] + name;
          const state = chosen.includes(square) ? " chosen" : targets.has(square) ? " target" : starts.has(square) ? " start" : "";
          return (
            <button key={square} class={"cell" + state + (last.includes(square) ? " last" : "") +
              ((index + Number(name)) % 2 ? "" : " even")} aria-label={`${square} ${sign === "." ? say("other.empty") : sign}`}
              onClick={() => choose(square)}><Piece sign={sign} game={game} /></button>
          );
        })])}
        <span />{board.columns.map((name) => <span class="name">{name}</span>)}
      </div>
      {board.lines.filter(({ note }) => note).map(({ note }) => <p class="faint" key={note}>{note}</p>)}
      {hands.length > 0 && <p class="hands">{say("other.hand")} {hands.map((name) => (
        <button key={name} class={chosen[0] === name ? "primary" : ""} onClick={() => choose(name)}>{SHOGI[name[0].toLowerCase()] ?? name}</button>
      ))}</p>}
      {chosen.length > 0 && ends.length > 1 && <p class="hands">{say("other.which")} {ends.map(([move]) => (
        <button key={move} onClick={() => play(move)}>{move}</button>))}</p>}
    </div>
  );
}

function AwariBoard({ text, moves, play }) {
  const [, top, bottom] = text.split("\n").map((each) => each.trim().split(/\s+/));
  const pit = (name, count) => (
    <button key={name} class={"pit" + (moves.includes(name) ? " target" : "")} disabled={!moves.includes(name)}
      onClick={() => play(name)} aria-label={say("other.pit", { pit: name, count: Number(count) })}><b>{count}</b><small>{name}</small></button>
  );
  return (
    <div class="awari"><div class="store"><b>{top[6]}</b><small>{say("other.captured")}</small></div>
      <div class="pits">{[..."fedcba"].map((name, index) => pit(name, top[index]))}
        {[..."ABCDEF"].map((name, index) => pit(name, bottom[index]))}</div>
      <div class="store"><b>{bottom[6]}</b><small>{say("other.captured")}</small></div></div>
  );
}

/** A phrase about a game by its name; `other` where there is none. */
const phraseOf = (start, name, other) => isPhrase(`${start}.${name}`) ? say(`${start}.${name}`) : other;

/** How a game is won, for those that the page knows. */
const rulesOf = (name) => phraseOf("other.rules", name);

/** What the two players move. */
const sideText = (name, person) => phraseOf("other.side", `${name}.${person}`, say(`other.side.stones.${person}`));

function outcome({ value, margin }, person, resigned) {
  if (resigned !== null) {
    return person === null ? say("other.player_given_up", { player: 2 - resigned }) : say(resigned === person ? "other.you_given_up" : "other.you_win");
  }
  if (value === 0.5) return say("other.draw");
  const first = value > 0.5, points = Math.abs(margin ?? 0);
  const result = person === null ? say("other.player_wins", { player: first ? 1 : 2 }) :
    say(first === (person === 0) ? "other.you_win" : "other.gopy_wins");
  return points > 0.5 ? say("other.by", { result, points }) : result;
}

/** The most characters of a saved game that the server reads. */
const LONGEST = 30_000;

/** Go on with the game in a file, as the page and the terminal save it. */
export async function openAnyGame(file) {
  const text = file.size > LONGEST ? "" : await file.text();
  if (text) send("any_game_open", { text });
  else notify({ kind: "error", key: "told.not_saved" });
}

/** Save the game as the terminal does; the page needs no server for that. */
function saveAnyGame({ game, seed, person, resigned, view }) {
  const values = { game, seed, person: person ?? 0, ...(person === null ? { two: true } : {}), ...(resigned === null ? {} : { resigned }), moves: view.texts };
  downloadBytes(`gopy-${game.split(":")[0]}-${view.texts.length}.json`, [JSON.stringify(values, null, 1), "\n"], "application/json");
}

function Files({ any_game }) {
  const file = useRef(null);
  return (
    <>
      <button onClick={() => file.current.click()}>{say("button.open")}</button>
      <button onClick={() => saveAnyGame(any_game)} disabled={!any_game.view}>{say("button.save")}</button>
      <input ref={file} type="file" accept=".json,application/json" hidden
        onChange={(event) => { if (event.currentTarget.files[0]) openAnyGame(event.currentTarget.files[0]); event.currentTarget.value = ""; }} />
    </>
  );
}

/** What gopy thought of its last move, for who asks for it. */
function Thought({ thought }) {
  return (
    <>
      {thought.winrate !== undefined && !thought.hint && <p class="faint">{say("other.thought", { move: thought.move, percent: say("percent", { number: percent(thought.winrate) }) })}</p>}
      {thought.candidates && <table class="candidates"><thead><tr><th>{say("candidates.move")}</th><th>{say("candidates.wins")}</th><th>{say("candidates.visits")}</th></tr></thead>
        <tbody>{thought.candidates.slice(0, 6).map((each) => (
          <tr key={each.move}><td>{each.move}</td><td>{percent(each.winrate)}</td><td>{short(each.visits)}</td></tr>))}</tbody></table>}
    </>
  );
}

function NewAnyGame({ any_game, games }) {
  const [name, setName] = useState(any_game.game?.split(":")[0] ?? "lines_of_action");
  const [option, setOption] = useState("");
  const [person, setPerson] = useState("0");
  const [strength, setStrength] = useState(any_game.strength);
  const begin = () => send("any_game_new", { game: option ? `${name}:${option}` : name, strength,
    person: person === "both" ? null : Number(person) });
  return (
    <div class="card">
      <label class="block">{say("other.game")}<select value={name} onChange={(event) => { setName(event.currentTarget.value); setOption(""); }}>
        {Object.keys(games).map((key) => <option key={key} value={key}>{phraseOf("other.name", key, key)}</option>)}</select></label>
      <p class="faint">{rulesOf(name) ?? games[name].split(";")[0]}</p>
      <div class="fields">
        {OPTIONS[name] && <label>{say("other.variant")}<select value={option} onChange={(event) => setOption(event.currentTarget.value)}>
          {OPTIONS[name].map((text) => <option key={text} value={text}>{text || say("other.usual")}</option>)}</select></label>}
        <label>{say("side.you")}<select value={person} onChange={(event) => setPerson(event.currentTarget.value)}>
          <option value="0">{say("other.first")}</option><option value="1">{say("other.second")}</option><option value="both">{say("other.both")}</option></select></label>
        <label>gopy<Strength ranked={false} value={strength} onChange={setStrength} /></label>
      </div>
      <div class="buttons"><button class="primary" onClick={begin}>{say("other.begin")}</button><Files any_game={any_game} /></div>
    </div>
  );
}

export function AnyGameView() {
  const { any_game, hello } = useTold();
  const { view, game, person, doing, thought, resigned } = any_game;
  const name = game?.split(":")[0];
  const [thoughts, setThoughts] = useStored("thoughts", false, (stored) => typeof stored === "boolean");
  useEffect(() => { if (game && !view) send("any_game_show"); }, [game, view]);     // one from before a new start
  const thinking = doing === "choose";
  const over = view && (view.over || resigned !== null);
  const mine = view && !over && !thinking;
  const moves = !mine ? [] : view.simultaneous ? view.moves[person ?? 0] : view.moves[0];
  const play = (move) => send("any_game_play", { move });
  const board = view && grid(view.board);
  const last = view ? parts(view.texts.filter((text) => !text.startsWith("[")).at(-1) ?? "") : [];
  return (
    <main class="go">
      <section class="place games">
        {!view && game && !doing ? <button class="center" onClick={() => send("any_game_show")}>{say("looking.back")}</button> :
          !view ? <p class="faint center">{say(game ? "other.setting_up" : "other.choose")}</p> :
          board ? <GridBoard board={board} game={name} moves={moves} last={last} play={play} /> :
            name === "awari" ? <AwariBoard text={view.board} moves={moves} play={play} /> :
              <><pre class="text" tabIndex={0}>{view.board}</pre>
                <div class="cards">{moves.map((move) => <button key={move} class="bid" onClick={() => play(move)}>{move}</button>)}</div></>}
      </section>
      <section class="panel">
        {view && <div class="card">
          <p class="turn">{over ? <b>{outcome(view, person, resigned)}</b> : thinking ? say("turn.thinking") :
            view.simultaneous ? say("other.bid") : person === null ? say("other.to_move", { player: view.to_play + 1 }) : say("turn.yours")}</p>
          {person !== null && <p class="faint">{sideText(name, person)}</p>}
          {thought.move && (thought.hint ? <p>{say("hint.line", { line: thought.move })}</p> : <p class="faint">{say("other.played", thought)}</p>)}
          <div class="buttons">
            <button onClick={() => send("any_game_undo")} disabled={thinking || view.texts.every((text) => text.startsWith("["))}>{say("button.take_back")}</button>
            <button onClick={() => send("any_game_hint")} disabled={!mine || view.simultaneous}>{say("button.hint")}</button>
            <button onClick={() => send("any_game_choose")} disabled={!mine || view.simultaneous}>{say("button.gopy_moves")}</button>
            <Resign key={view.texts.length} kind="any_game_resign" disabled={over} />
          </div>
          {rulesOf(name) && <details><summary>{say("other.rules")}</summary><p class="faint">{rulesOf(name)}</p></details>}
          <div class="switches"><button class="switch" aria-pressed={thoughts} onClick={() => setThoughts(!thoughts)}>{say("study.analysis")}</button></div>
          {thoughts && <Thought thought={thought} />}
          {mine && board && <details><summary>{say("other.legal", { count: moves.length })}</summary>
            <div class="moves">{moves.map((move) => <button key={move} onClick={() => play(move)}>{move}</button>)}</div></details>}
          <p class="record">{view.texts.join(" ")}</p>
        </div>}
        <NewAnyGame any_game={any_game} games={hello.games} />
      </section>
    </main>
  );
}
