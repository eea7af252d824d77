// The other games: a board that is drawn from the server's text, and moves that are named by its list of legal moves.
import { useEffect, useState } from "preact/hooks";
import { send, useTold } from "./server.js";
import { Resign } from "./resign.jsx";
import { Strength } from "./strength.jsx";
import { percent, short } from "./squares.js";

const TITLES = { tictactoe: "Tic-tac-toe", gomoku: "Gomoku", lines_of_action: "Lines of Action", minishogi: "MiniShogi",
  knightthrough: "Knightthrough", awari: "Awari", goofspiel: "Goofspiel" };
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
  useEffect(() => setChosen([]), [moves]);
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
              ((index + Number(name)) % 2 ? "" : " even")} aria-label={`${square} ${sign === "." ? "empty" : sign}`}
              onClick={() => choose(square)}><Piece sign={sign} game={game} /></button>
          );
        })])}
        <span />{board.columns.map((name) => <span class="name">{name}</span>)}
      </div>
      {board.lines.filter(({ note }) => note).map(({ note }) => <p class="faint" key={note}>{note}</p>)}
      {hands.length > 0 && <p class="hands">From the hand: {hands.map((name) => (
        <button key={name} class={chosen[0] === name ? "primary" : ""} onClick={() => choose(name)}>{SHOGI[name[0].toLowerCase()] ?? name}</button>
      ))}</p>}
      {chosen.length > 0 && ends.length > 1 && <p class="hands">Which? {ends.map(([move]) => (
        <button key={move} onClick={() => play(move)}>{move}</button>))}</p>}
    </div>
  );
}

function AwariBoard({ text, moves, play }) {
  const [, top, bottom] = text.split("\n").map((each) => each.trim().split(/\s+/));
  const pit = (name, count) => (
    <button key={name} class={"pit" + (moves.includes(name) ? " target" : "")} disabled={!moves.includes(name)}
      onClick={() => play(name)} aria-label={`${name}, ${count} seeds`}><b>{count}</b><small>{name}</small></button>
  );
  return (
    <div class="awari"><div class="store"><b>{top[6]}</b><small>captured</small></div>
      <div class="pits">{[..."fedcba"].map((name, index) => pit(name, top[index]))}
        {[..."ABCDEF"].map((name, index) => pit(name, bottom[index]))}</div>
      <div class="store"><b>{bottom[6]}</b><small>captured</small></div></div>
  );
}

/** How each game is won, and what the two players move. */
const RULES = {
  tictactoe: "Three in a row wins, in any direction.",
  gomoku: "Exactly five in a row wins, in any direction; six do not.",
  lines_of_action: "A stone moves in a straight line exactly as many squares as there are stones on that line. It jumps over its own side, not over " +
    "the other's, and takes what it lands on. Whoever has all stones in one group, diagonals too, wins.",
  minishogi: "Chess of five squares. What you take you may put back on the board as your own. Pieces that reach the last row may be promoted. Checkmate wins.",
  knightthrough: "Knights move as in chess, but forward only. The first to reach the other end wins.",
  awari: "Take the seeds of one of your pits and sow them one by one round the board. If the last one makes two or three in a pit of the other side, you take " +
    "them, and those before it likewise. Whoever has more seeds wins.",
  goofspiel: "In each round a card of points is shown, and both bid one of their cards at once. The higher bid takes the points; each card is bid once.",
};
const SIDES = {
  minishogi: ["the pieces that point up", "the pieces that point down"], knightthrough: ["the black knights, from below", "the white knights, from above"],
  awari: ["the lower pits, A to F", "the upper pits, a to f"], goofspiel: ["the first row of cards", "the second row of cards"],
};
const sideText = (name, person) => (SIDES[name] ?? ["the black stones", "the white stones"])[person];

function outcome({ value, margin }, person, resigned) {
  if (resigned !== null) return person === null ? `Player ${2 - resigned} wins: the other has given up` : resigned === person ? "gopy wins: you have given up" : "You win";
  if (value === 0.5) return "A draw";
  const first = value > 0.5;
  const by = margin && Math.abs(margin) > 0.5 ? ` by ${Math.abs(margin)}` : "";
  if (person === null) return `Player ${first ? 1 : 2} wins${by}`;
  return (first === (person === 0) ? "You win" : "gopy wins") + by;
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
      <label class="block">Game<select value={name} onChange={(event) => { setName(event.currentTarget.value); setOption(""); }}>
        {Object.keys(games).map((key) => <option key={key} value={key}>{TITLES[key] ?? key}</option>)}</select></label>
      <p class="faint">{RULES[name] ?? games[name].split(";")[0]}</p>
      <div class="fields">
        {OPTIONS[name] && <label>Variant<select value={option} onChange={(event) => setOption(event.currentTarget.value)}>
          {OPTIONS[name].map((text) => <option key={text} value={text}>{text || "as usual"}</option>)}</select></label>}
        <label>You play<select value={person} onChange={(event) => setPerson(event.currentTarget.value)}>
          <option value="0">first</option><option value="1">second</option><option value="both">both sides</option></select></label>
        <label>gopy<Strength ranked={false} value={strength} onChange={setStrength} /></label>
      </div>
      <div class="buttons"><button class="primary" onClick={begin}>Begin</button></div>
    </div>
  );
}

export function AnyGameView() {
  const { any_game, hello } = useTold();
  const { view, game, person, doing, thought, resigned } = any_game;
  const name = game?.split(":")[0];
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
        {!view ? <p class="faint center">{game ? "The game is set up…" : "Choose a game and begin."}</p> :
          board ? <GridBoard board={board} game={name} moves={moves} last={last} play={play} /> :
            name === "awari" ? <AwariBoard text={view.board} moves={moves} play={play} /> :
              <><pre class="text">{view.board}</pre>
                <div class="cards">{moves.map((move) => <button key={move} class="bid" onClick={() => play(move)}>{move}</button>)}</div></>}
      </section>
      <section class="panel">
        {view && <div class="card">
          <p class="turn">{over ? <b>{outcome(view, person, resigned)}</b> : thinking ? "gopy is thinking…" :
            view.simultaneous ? "Choose your bid" : person === null ? `Player ${view.to_play + 1} to move` : "Your move"}</p>
          {person !== null && <p class="faint">You have {sideText(name, person)}.</p>}
          {thought.move && <p class="faint">gopy played {thought.move}
            {thought.winrate !== undefined && `, and thought it wins ${percent(thought.winrate)} %`}</p>}
          <div class="buttons">
            <button onClick={() => send("any_game_undo")} disabled={thinking || view.texts.every((text) => text.startsWith("["))}>Take back</button>
            <button onClick={() => send("any_game_choose")} disabled={!mine || view.simultaneous}>gopy moves</button>
            <Resign key={view.texts.length} kind="any_game_resign" disabled={over} />
          </div>
          {RULES[name] && <details><summary>Rules</summary><p class="faint">{RULES[name]}</p></details>}
          {thought.candidates && <table class="candidates"><thead><tr><th>Move</th><th>Wins</th><th>Visits</th></tr></thead>
            <tbody>{thought.candidates.slice(0, 6).map((each) => (
              <tr key={each.move}><td>{each.move}</td><td>{percent(each.winrate)}</td><td>{short(each.visits)}</td></tr>))}</tbody></table>}
          {mine && board && <details><summary>{moves.length} legal moves</summary>
            <div class="moves">{moves.map((move) => <button key={move} onClick={() => play(move)}>{move}</button>)}</div></details>}
          <p class="record">{view.texts.join(" ")}</p>
        </div>}
        <NewAnyGame any_game={any_game} games={hello.games} />
      </section>
    </main>
  );
}
