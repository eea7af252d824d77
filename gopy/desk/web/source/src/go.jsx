// The game of Go: board, players, what gopy thinks, graph, tree.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { send, useMessages, useTold } from "./server.js";
import { Board } from "./board.jsx";
import { Clock } from "./clock.jsx";
import { useStored } from "./stored.js";
import { Graph, firstChildren, line } from "./graph.jsx";
import { Tree } from "./tree.jsx";
import { NewGame, Strength, strengthText } from "./new_game.jsx";
import { STARS, margin, percent, pointOf, rows, short, signs, vertexOf } from "./squares.js";

const NAMES = ["Black", "White"];

/** Marks of a record that say whose a point is. */
const OWNERS = { black: 1, white: -1 };

/** What is drawn on the board, until the switches say otherwise. */
const SHOWN = { heat: true, ownership: false, coordinates: true };
const areSwitches = (stored) => Object.keys(SHOWN).every((name) => typeof stored?.[name] === "boolean");

/** What Shudan is to draw: stones, marks, owners of points, and what gopy thinks, unless a line of play is shown. */
function boardMaps(go, analysis, estimate, shown, pv) {
  const { size } = go;
  const signMap = signs(go.board, size);
  const markerMap = rows(go.board, size, () => null);
  const maps = { signMap, markerMap };
  const owners = go.count ? [...go.count.owners].map((square) => STARS[square]) :
    estimate?.ownership ?? (shown.ownership ? analysis?.ownership : null);
  if (owners) maps.paintMap = rows(owners, size, (value) => (Math.abs(value) < 0.12 ? 0 : value));
  if (go.count) {
    maps.dimmedVertices = [...go.count.dead].flatMap((dead, index) => dead === "1" ? [[index % size, Math.floor(index / size)]] : []);
  }
  const last = pointOf(go.last, size);
  if (last) markerMap[last[1]][last[0]] = { type: "circle" };
  const owned = go.marks.filter(([, kind]) => kind in OWNERS);
  if (owned.length && !owners) maps.paintMap = rows(go.board, size, () => 0);
  for (const [index, kind, label] of go.marks) {
    const [x, y] = [index % size, Math.floor(index / size)];
    if (!(kind in OWNERS)) markerMap[y][x] = { type: kind, label };
    else if (!owners) maps.paintMap[y][x] = OWNERS[kind];
  }
  if (pv) {
    let sign = go.to_play === 0 ? 1 : -1;
    pv.forEach((vertex, index) => {
      const point = pointOf(vertex, size);
      if (point && !signMap[point[1]][point[0]]) {
        signMap[point[1]][point[0]] = sign;
        markerMap[point[1]][point[0]] = { type: "label", label: String(index + 1) };
      }
      sign = -sign;
    });
  } else if (analysis && shown.heat) {
    maps.heatMap = rows(go.board, size, () => null);
    const most = analysis.moves[0]?.visits || 1;
    analysis.moves.forEach((move, order) => {
      const point = pointOf(move.move, size);
      if (!point || signMap[point[1]][point[0]]) return;
      const strength = order === 0 ? 9 : Math.max(1, Math.min(8, Math.round((8 * move.visits) / most)));
      const text = strength >= 2 ? `${Math.round(100 * move.winrate)}\n${short(move.visits)}` : "";
      maps.heatMap[point[1]][point[0]] = { strength, text };
    });
  }
  return maps;
}

function Player({ colour, go, at }) {
  const gopy = go.players[colour] === "gopy";
  const turn = go.to_play === colour && !go.result;
  const name = go.names?.[colour] || (gopy ? "gopy" : "You");
  return (
    <div class={"player" + (turn ? " turn" : "")}>
      <span class={`stone ${colour ? "white" : "black"}`} aria-label={NAMES[colour]} />
      <span class="who"><b>{name}</b>{gopy && !go.names && <small>{strengthText(go.strength)}</small>}</span>
      <span class="taken" title="Stones that this side has captured">{go.captures[colour]} captured</span>
      {go.clock && <Clock clock={go.clock} at={at} colour={colour} />}
    </div>
  );
}

const ENDS = { R: "by resignation", T: "on time", F: "by forfeit" };

function resultText(result) {
  if (result === "0" || result === "Draw") return "A draw";
  const [winner, by] = result.split("+");
  if (!by || !"BW".includes(winner)) return result === "?" ? "The game is over; it cannot be scored" : result;
  return `${winner === "B" ? "Black" : "White"} wins ${ENDS[by[0]] ?? `by ${by}`}`;
}

/** Who leads: the chance by an analysis if one is shown, the score by an estimate if one is. */
function Outlook({ analysis, estimate, go }) {
  const result = go.result && <p class="outlook result"><b>{resultText(go.result)}</b></p>;
  if (!analysis && !estimate) {
    return result || <p class="outlook faint">{NAMES[go.to_play]} to play · {go.rules || "own rules"} · komi {go.komi}</p>;
  }
  const share = (analysis ?? estimate).winrate;
  return (
    <div class="outlook">
      {result}
      <div class="bar" aria-hidden="true"><i style={{ width: `${100 * share}%` }} /></div>
      <p><b>Black {percent(share)} %</b><span>{margin((estimate ?? analysis).score)}</span>
        <b>White {percent(1 - share)} %</b></p>
    </div>
  );
}

function Candidates({ analysis, size, setPv, play }) {
  if (!analysis) return <p class="faint">Switch the analysis on (A) to see what gopy thinks of the position.</p>;
  const speed = analysis.seconds > 0.05 ? `, ${short(Math.round(analysis.simulations / analysis.seconds))} a second` : "";
  return (
    <>
      <table class="candidates">
        <thead><tr><th>Move</th><th title="Percent of the simulations that the side to move wins">Wins</th>
          <th title="Points by which the side to move leads">Score</th><th title="Simulations">Visits</th><th title="What gopy expected before the search">Prior</th>
          <th>Line of play</th></tr></thead>
        <tbody>
          {analysis.moves.slice(0, 8).map((move, order) => (
            <tr key={move.move} class={order === 0 ? "best" : ""} tabIndex={0} onMouseEnter={() => setPv(move.pv)}
              onMouseLeave={() => setPv(null)} onFocus={() => setPv(move.pv)} onBlur={() => setPv(null)}
              onDblClick={() => play(move.move)}
              onKeyDown={(event) => { if (event.key === "Enter") play(move.move); }}>
              <td><b>{move.move}</b></td><td>{percent(move.winrate)}</td>
              <td>{(move.score > 0 ? "+" : "") + move.score.toFixed(1)}</td><td>{short(move.visits)}</td><td>{percent(move.prior)}</td>
              <td class="pv">{move.pv.slice(1, 9).join(" ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="faint small">{short(analysis.visits)} simulations{speed}{analysis.proven ? `, proven: ${analysis.proven}` : ""}</p>
    </>
  );
}

/** Bytes of a record that are no text come as lone surrogates, U+DC80 to U+DCFF, and are written as they were. */
function download({ name, text }) {
  const parts = text.split(/([\udc80-\udcff])/u).map((part, index) => (index % 2 ? Uint8Array.of(part.charCodeAt(0) - 0xdc00) : part));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(parts, { type: "application/x-go-sgf" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** What is known of the position that is shown: [the report of the running search, an estimate], each null if there is none. */
function useFound(told) {
  const { go, analysis, estimate } = told;
  const fits = (found) => found && found.node === go.node && found.version === go.version;
  for (const found of [analysis, estimate]) if (found && found.version === undefined) found.version = go.version;
  const thinking = go.doing === "genmove";
  return [(go.analysing || thinking) && fits(analysis) ? analysis : null, !thinking && fits(estimate) ? estimate : null];
}

/** The variations that begin where the current one does. */
function siblings(tree, node) {
  const parent = tree.byNumber.get(node)?.[1];
  return parent === null ? [node] : tree.nodes.filter((row) => row[1] === parent).map((row) => row[0]);
}

function useKeys(actions) {
  const now = useRef(actions);
  now.current = actions;
  useEffect(() => {
    const key = (event) => {
      if (event.target.closest("input, textarea, select, dialog") || event.altKey) return;
      const name = (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + event.key;
      const action = now.current[name] ?? now.current[name.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
}

export function GoView({ open }) {
  const told = useTold();
  const { go, tree } = told;
  const [shown, setShown] = useStored("shown", SHOWN, areSwitches);
  const [asking, setAsking] = useState(false);
  const [pv, setPv] = useState(null);
  const file = useRef(null);
  const [analysis, lastEstimate] = useFound(told);
  const [putAway, putAwayEstimate] = useState(null);
  const estimate = lastEstimate === putAway ? null : lastEstimate;
  useMessages(useCallback((message) => { if (message.kind === "saved") download(message); }, []));
  useEffect(() => setPv(null), [go.node, go.version]);

  const { size } = go;
  const maps = useMemo(() => boardMaps(go, analysis, estimate, shown, pv), [go, analysis, estimate, shown, pv]);
  // The place that was asked for and has not come yet: keys may be faster than the server's answers.
  const asked = useRef(null);
  if (asked.current === go.node) asked.current = null;
  const at = () => asked.current ?? go.node;
  const act = (name, values) => { asked.current = null; send(name, values); };
  const play = (vertex) => act("play", { vertex });
  const onPoint = ([x, y]) => {
    if (go.count && go.board[y * size + x] !== ".") send("dead", { vertex: vertexOf([x, y], size) });
    else if (go.board[y * size + x] === ".") play(vertexOf([x, y], size));
  };
  const onHover = (point) => {
    const vertex = point && vertexOf(point, size);
    setPv(shown.heat ? analysis?.moves.find((move) => move.move === vertex && move.visits > 1)?.pv ?? null : null);
  };
  const handlers = useRef({});
  handlers.current = { onPoint, onHover };
  const goTo = (node) => {
    if (node === undefined || node === null) return;
    asked.current = node;
    send("go", { node });
  };
  const goBack = () => { const way = line(tree, at()); goTo(way[way.indexOf(at()) - 1]); };
  const nodes = line(tree, go.node);
  const here = nodes.indexOf(go.node);
  const other = (step) => {
    const all = siblings(tree, at());
    goTo(all[(all.indexOf(at()) + step + all.length) % all.length]);
  };
  const toggle = (name) => setShown((before) => ({ ...before, [name]: !before[name] }));
  const analyse = () => send("analyse", { on: !go.analysing });
  const askEstimate = () => estimate ? putAwayEstimate(estimate) : send("estimate");
  const remove = () => { if (here > 0) send("remove", { node: go.node }); };
  useKeys({
    ArrowLeft: goBack, ArrowRight: () => goTo(firstChildren(tree).get(at())),
    ArrowUp: () => other(-1), ArrowDown: () => other(1), Home: () => goTo(nodes[0]), End: () => goTo(nodes.at(-1)),
    a: analyse, h: () => toggle("heat"), o: () => toggle("ownership"), p: () => play("pass"), u: () => act("undo"),
    g: () => act("genmove"), e: askEstimate, n: () => setAsking(true), "Ctrl+s": () => send("save"),
    "Ctrl+o": () => file.current.click(), Delete: remove,
  });
  const label = `${size} by ${size} board, ${go.number} moves, ${NAMES[go.to_play]} to play` + (go.last ? `, last ${go.last}` : "");
  const canPlay = go.doing !== "genmove";
  const turn = canPlay && !go.count ? `turn-${go.to_play ? "white" : "black"}` : "";
  // Hundreds of squares: drawn again only when something on the board has changed.
  const board = useMemo(() => (
    <Board size={size} label={label} coordinates={shown.coordinates} className={turn}
      onPoint={(point) => handlers.current.onPoint(point)} onHover={(point) => handlers.current.onHover(point)} {...maps} />
  ), [maps, label, turn]);

  return (
    <main class="go">
      <section class="place">
        {board}
      </section>
      <section class="panel">
        <div class="card players">
          <Player colour={0} go={go} at={go.at} />
          <Player colour={1} go={go} at={go.at} />
          <Outlook analysis={analysis} estimate={estimate} go={go} />
          {go.count && <div class="count">{go.count.lines.map((text) => <p key={text}>{text}</p>)}
            <p class="faint">{go.count.correctable ? "Is a chain wrongly dead or alive? Click on it." :
              "Under these rules all stones count as they stand."}</p></div>}
        </div>
        <div class="buttons steps">
          <button onClick={() => goTo(nodes[0])} disabled={here === 0} aria-label="First position">«</button>
          <button onClick={() => goTo(nodes[here - 1])} disabled={here === 0} aria-label="One move back">‹</button>
          <output>{go.number}<small> / {nodes.length - 1}</small></output>
          <button onClick={() => goTo(nodes[here + 1])} disabled={here === nodes.length - 1} aria-label="One move forward">›</button>
          <button onClick={() => goTo(nodes.at(-1))} disabled={here === nodes.length - 1} aria-label="Last position">»</button>
        </div>
        <div class="buttons">
          <button onClick={() => play("pass")} disabled={!canPlay}>Pass</button>
          <button onClick={() => send("undo")} disabled={here === 0}>Take back</button>
          <button onClick={() => send("resign")} disabled={!!go.result || !canPlay}>Resign</button>
          {go.doing === "genmove" ? <button onClick={() => send("stop")}>Stop</button> :
            <button onClick={() => send("genmove")} title="gopy moves for the side to move (G)">gopy moves</button>}
        </div>
        <div class="buttons">
          <button class="primary" onClick={() => setAsking(true)}>New game</button>
          <button onClick={() => file.current.click()}>Open</button>
          <button onClick={() => send("save")}>Save</button>
          <input ref={file} type="file" accept=".sgf,application/x-go-sgf" hidden
            onChange={(event) => { if (event.currentTarget.files[0]) open(event.currentTarget.files[0]); event.currentTarget.value = ""; }} />
          <Strength value={go.strength} onChange={(strength) => send("set", { strength })} />
        </div>
        <div class="card">
          <div class="switches">
            <button class="switch" aria-pressed={go.analysing} onClick={analyse}>Analysis</button>
            <button class="switch" aria-pressed={shown.heat} onClick={() => toggle("heat")}>Heat map</button>
            <button class="switch" aria-pressed={shown.ownership} onClick={() => toggle("ownership")}>Ownership</button>
            <button class="switch" aria-pressed={shown.coordinates} onClick={() => toggle("coordinates")}>A–T</button>
            <button class="switch" aria-pressed={!!estimate} onClick={askEstimate} disabled={!canPlay}>Estimate</button>
          </div>
          <Candidates analysis={analysis} size={size} setPv={setPv} play={play} />
        </div>
        <div class="card flush"><Graph /></div>
        <div class="card flush"><Tree /></div>
        <Comment key={go.node} node={go.node} text={go.comment} />
      </section>
      {asking && <NewGame close={() => setAsking(false)} />}
    </main>
  );
}

function Comment({ node, text }) {
  return (
    <textarea class="comment" rows="3" placeholder="Comment on this position" aria-label="Comment on this position" maxLength={20_000}
      defaultValue={text} onChange={(event) => send("comment", { node, text: event.currentTarget.value })} />
  );
}
