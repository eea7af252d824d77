// Matches and studies from their lines: the score so far, and the games that have ended.
import { useCallback, useLayoutEffect, useState } from "preact/hooks";
import { send, useMessages, useTold } from "./server.js";
import { say } from "../../../languages/say.js";
import { Board } from "./board.jsx";
import { percent, pointOf, rows, signs } from "./squares.js";

const WIDTH = 400, HEIGHT = 90;

function ShareGraph({ match }) {
  const { course, low, high } = match;
  if (!course.length) return null;
  const x = (index) => (course.length === 1 ? WIDTH : (index / (course.length - 1)) * WIDTH);
  const y = (share) => (1 - share) * HEIGHT;
  return (
    <svg class="shares" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={say("match.share")}>
      <rect class="band" x="0" width={WIDTH} y={y(high)} height={Math.max(0, y(low) - y(high))} />
      <line class="middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <path class="curve" d={course.map((share, index) => `${index ? "L" : "M"}${x(index).toFixed(1)} ${y(share).toFixed(1)}`).join("")} />
    </svg>
  );
}

const elo = (value) => Math.abs(value) >= 9999 ? (value > 0 ? "+∞" : "−∞") : (value > 0 ? "+" : "") + value;

function Match({ match, number, open }) {
  if (match.error) return <div class="card"><h2>{match.name}</h2><p class="bad">{match.error}</p></div>;
  const [a, b] = match.names;
  const listed = match.last.slice(-30).reverse();
  return (
    <div class="card match">
      <h2>{match.name} <small class="faint">{match.game ?? `${match.size}×${match.size}`}</small></h2>
      <p class="small"><b>{a}</b> {match.a !== a && <code>{match.a}</code>} {say("match.against")} <b>{b}</b> {match.b !== b && <code>{match.b}</code>}</p>
      <progress max={match.games} value={match.recorded} aria-label={say("match.played")} />
      <p>{[say("match.recorded", match), ...(match.void ? [say("match.void", { count: match.void })] : []),
        ...(match.counted > 0 ? [say("match.points", { name: a, points: match.points, counted: match.counted, low: percent(match.low), high: percent(match.high),
          share: say("percent", { number: percent(match.share) }), elo: elo(match.elo), elo_low: elo(match.elo_low), elo_high: elo(match.elo_high) })] : [])]
        .join("; ")}</p>
      <ShareGraph match={match} />
      <div class="games-list">
        {listed.map((game) => {
          const title = say("match.game_hint", { black: game.black, white: game.white, count: game.moves }), text = `${game.id}: ${game.result}`;
          return game.shown ? <button key={game.id} onClick={() => open(number, game.id)} title={title}>{text}</button> :
            <span key={game.id} title={title}>{text}</span>;
        })}
      </div>
      {listed.some((game) => !game.shown) && <p class="faint small">{listed.some((game) => game.shown) ?
        say("match.some_hidden") :
        say("match.all_hidden")}</p>}
    </div>
  );
}

function Recorded({ record, close }) {
  const length = record.size ? record.boards.length - 1 : record.texts.length;
  const [at, setAt] = useState(length);
  useLayoutEffect(() => setAt(length), [record]);
  useLayoutEffect(() => {
    const key = (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step && !event.target.closest("input")) setAt((now) => Math.min(length, Math.max(0, now + step)));
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [length]);
  const shown = Math.min(at, length);
  return (
    <>
      <p>{say("match.game", record)}
        <button class="icon" onClick={close} aria-label={say("close")}>✕</button></p>
      {record.size ? <RecordedBoard record={record} at={shown} /> : <p class="record">{record.texts.slice(0, shown).join(" ")}</p>}
      <label class="slider">{say("match.move", { number: shown, total: length })}
        <input type="range" min="0" max={length} value={shown} onInput={(event) => setAt(Number(event.currentTarget.value))} /></label>
    </>
  );
}

function RecordedBoard({ record, at }) {
  const { size } = record;
  const markerMap = rows(record.boards[at], size, () => null);
  const last = at > 0 && pointOf(record.moves[at - 1], size);
  if (last) markerMap[last[1]][last[0]] = { type: "circle" };
  return <Board size={size} label={say("match.board", { id: record.id, count: at })} signMap={signs(record.boards[at], size)} markerMap={markerMap} />;
}

export function MatchesView() {
  const { watched } = useTold();
  const [record, setRecord] = useState(null);
  useMessages(useCallback((message) => { if (message.kind === "recorded") setRecord(message); }, []));
  const matches = watched?.matches ?? [];
  return (
    <main class="go">
      <section class="place games">
        {record ? <Recorded record={record} close={() => setRecord(null)} /> : <p class="faint center">{say("match.choose")}</p>}
      </section>
      <section class="panel">
        {!matches.length && <p class="faint">{say("match.reading")}</p>}
        {matches.map((match, number) => <Match key={match.folder + match.name} match={match} number={number}
          open={(number, game) => send("recorded", { match: number, game })} />)}
      </section>
    </main>
  );
}
