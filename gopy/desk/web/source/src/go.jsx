// The game of Go: the board, and beside it a panel to play or a panel to study.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { notify, save, send, useMessages, useTold } from "./server.js";
import { About } from "./about.jsx";
import { Announcer } from "./announcer.jsx";
import { Board } from "./board.jsx";
import { Candidates } from "./candidates.jsx";
import { download } from "./download.js";
import { EditBar, TOOLS, useTool } from "./edit_bar.jsx";
import { useFound } from "./found.js";
import { costDots } from "./dots.js";
import { moveNumbers, nextMoves, otherMoves, useGameLine } from "./game_line.js";
import { Games } from "./games.jsx";
import { Graph } from "./graph.jsx";
import { useKeys } from "./keys.js";
import { LookDialog, useLook } from "./look.jsx";
import { boardMaps } from "./maps.js";
import { NewGame } from "./new_game.jsx";
import { Outlook, Player, gameText, isGopys, resultText } from "./players.jsx";
import { say } from "../../../languages/say.js";
import { Pace, PlayButtons, Sides, Status } from "./play_panel.jsx";
import { Review, useReview } from "./review.jsx";
import { vertexOf } from "./squares.js";
import { capturesText, lastText, lineText, pointText } from "./said.js";
import { useOffer } from "./streak.jsx";
import { useStored } from "./stored.js";
import { TeachingSwitch } from "./teaching_switch.jsx";
import { lesson, spotAt, useTeaching } from "./teaching.js";
import { hasNumbers, searchText } from "./thoughts.js";
import { Comment, PlayOn, StudyButtons, Switches, areNumbers, nextNumbers } from "./study_panel.jsx";
import { Tree } from "./tree.jsx";
import { TypedPoint } from "./typed.jsx";
import { useWalk, walkMaps } from "./walk.js";
import { useWheel } from "./wheel.js";

/** What is drawn on the board, until the switches say otherwise. */
const SHOWN = { heat: true, ownership: false, dots: true };
const areSwitches = (stored) => Object.keys(SHOWN).every((name) => typeof stored?.[name] === "boolean");

/** Whether a click on the board may play a stone. */
const mayPlay = (go) => !["genmove", "doubt"].includes(go.doing) && (go.studying || (go.node === go.live && !go.result && !isGopys(go, go.to_play)));

function Steps({ go, way }) {
  const { nodes, here, step } = way, last = nodes.length - 1;
  return (
    <div class="buttons steps">
      <button onClick={way.toStart} disabled={here === 0} aria-label={say("step.first")}>«</button>
      <button onClick={() => step(-1)} disabled={here === 0} aria-label={say("step.back")}>‹</button>
      <output>{go.number}<small> / {last}</small></output>
      <button onClick={() => step(1)} disabled={here === last} aria-label={say("step.forward")}>›</button>
      <button onClick={way.toEnd} disabled={here === last} aria-label={say("step.last")}>»</button>
    </div>
  );
}

export function GoView({ open, speech }) {
  const told = useTold();
  const { go, tree } = told;
  const [shown, setShown] = useStored("shown", SHOWN, areSwitches);
  const [asking, setAsking] = useState(false);
  const [listing, setListing] = useState(false);
  const [look, setLook] = useLook();
  const [looking, setLooking] = useState(false);
  const [telling, setTelling] = useState(false);
  const [typing, setTyping] = useState(false);
  const [pv, setPv] = useState(null);
  const [tool, setTool] = useState("▶");
  const [corner, setCorner] = useState(null);         // of an area or an arrow that is begun
  const [numbers, setNumbers] = useStored("numbers", 0, areNumbers);
  const [teaching, setTeaching] = useTeaching();
  const [pointed, setPointed] = useState(null);       // where the pointer, the finger or the cursor is
  const [pressed, setPressed] = useState(0);          // how often a forbidden point was pressed
  const cursor = useRef(null);                        // the same, for who asks what is there
  const place = useRef(null);
  const file = useRef(null);
  const { analysis, estimate, hint, putAway } = useFound(told);
  const way = useGameLine(go, tree);
  way.played = way.nodes.indexOf(go.live);
  const review = useReview(go, told.review, way), { trying } = review;
  useMessages(useCallback((message) => { if (message.kind === "saved") download(message); }, []));
  // Before the next click can come: what it does belongs to the new position.
  useLayoutEffect(() => { setPv(null); setPointed(null); }, [go.node, go.version]);
  useLayoutEffect(() => setCorner(null), [go.size, go.node, tool]);

  const { size } = go;
  const drawn = { analysis: trying ? null : analysis, estimate, hint: review.drawn ? review.drawn.hint : hint, shown, pv: pv ?? review.drawn?.line, owned: review.owned, corners: corner ? [corner, corner] : go.corners,
    next: useMemo(() => go.studying ? nextMoves(tree, go.node) : [], [tree, go.node, go.studying]),
    others: useMemo(() => go.studying ? otherMoves(tree, go.node) : [], [tree, go.node, go.studying]),
    dots: useMemo(() => shown.dots && review.found ? costDots(review.found, tree, go.node) : {}, [tree, go.node, shown.dots, review.found]),
    numbers: useMemo(() => go.studying && numbers ? moveNumbers(tree, go.node, numbers) : {}, [tree, go.node, go.studying, numbers]) };
  const offer = useOffer(go);
  const walk = useWalk(go, teaching.on);
  const maps = useMemo(() => walk.now ? walkMaps(walk.now, size) : boardMaps(go, drawn), [go, walk.now, ...Object.values(drawn)]);
  const taught = teaching.on && (!go.count || go.studying) && !walk.now && !drawn.pv;
  const spot = taught ? spotAt(go, pointed, mayPlay(go)) : null;
  const taughtNow = useMemo(() => taught ? { ...lesson(go, spot), times: pressed } : null, [go, taught, spot?.key, pressed, speech.spoken]);
  const act = (name, values) => { way.forget(); send(name, values); };
  const play = (vertex) => review.isOnTheWay() ? undefined : trying ? review.answer(vertex) : act("play", { vertex, ...(teaching.on ? { teaching: teaching.limit / 100 } : {}) });
  const askHint = () => trying ? review.hint() : send("hint");
  const onPoint = ([x, y], byKey) => {
    const vertex = vertexOf([x, y], size), stone = go.board[y * size + x] !== ".";
    if (review.isOnTheWay()) return;
    if (trying) { if (!stone) play(vertex); }
    else if (go.studying && tool !== "▶") setCorner(useTool(tool, go, vertex, y * size + x, corner) ?? null);
    else if (walk.now) walk.next();
    else if (go.count && !go.studying) { if (stone) send("dead", { vertex }); }
    else if (spotAt(go, [x, y], taught && mayPlay(go))?.why) { setPointed([x, y]); setPressed((times) => times + 1); }
    else if (stone && taught) setPointed([x, y]);
    else if (!stone || byKey) play(vertex);
  };
  const candidate = (point) => analysis?.moves.find((move) => move.move === vertexOf(point, size));
  const onHover = (point) => {
    cursor.current = point;
    const move = point && shown.heat && !trying && candidate(point);
    setPv(move && move.visits > 1 ? move.pv : null);
    if (taught) setPointed(point);
  };
  const handlers = useRef({});
  handlers.current = { onPoint, onHover, said: (point) => pointText(go, point, drawn),
    asks: (point) => shown.heat && !trying && !!candidate(point) && hasNumbers(analysis, candidate(point)),
    titled: (point) => shown.heat && !trying && candidate(point) ? searchText(candidate(point)) : "" };
  const toggle = (name) => setShown((before) => ({ ...before, [name]: !before[name] }));
  const study = () => send("study", { on: !go.studying });
  const analyse = () => send("analyse", { on: !go.analysing });
  const askEstimate = () => estimate ? putAway() : send("estimate");
  const remove = () => { if (way.here > 0) send("remove", { node: go.node }); };
  const insert = (moves) => { if (go.studying) act("insert", { node: go.node, moves }); };
  const hear = (text) => notify({ kind: "heard", text });
  const middle = Math.floor(size / 2);
  useWheel(place, way.step, pv, setPv);
  useKeys({
    ArrowLeft: () => way.step(-1), ArrowRight: () => way.step(1), "Shift+ArrowLeft": () => way.step(-10), "Shift+ArrowRight": () => way.step(10),
    ArrowUp: () => way.other(-1), ArrowDown: () => way.other(1), Home: way.toStart, End: way.toEnd, b: way.toBranch,
    s: study, a: analyse, h: () => toggle("heat"), o: () => toggle("ownership"), p: () => play("pass"), u: () => act("undo"),
    t: askHint, ",": () => review.beside(-1), ".": () => review.beside(1), g: () => act("genmove"), e: askEstimate, n: () => setAsking(true), l: () => setListing(true), "Ctrl+s": save,
    "Ctrl+o": () => file.current.click(), Delete: remove, i: () => setTelling(true), c: () => setTeaching((before) => ({ ...before, on: !before.on })),
    w: () => hear(lastText(go)), x: () => hear(capturesText(go)), r: () => hear(lineText(go, cursor.current ?? [middle, middle], false)),
    d: () => hear(lineText(go, cursor.current ?? [middle, middle], true)), v: () => setTyping(true),
    m: () => setNumbers(nextNumbers), PageUp: () => { if (go.studying) send("main_line", { node: go.node }); },
    ...(trying ? { Escape: review.leave } : {}),       // else Escape closes windows
    ...Object.fromEntries(TOOLS.map(([key, sign]) => [key, () => { if (go.studying) setTool(sign); }])),
  });
  const label = [say("board.label", { size, count: go.number, colour: go.to_play }), ...(go.last ? [say("board.last", { move: go.last })] : [])].join(", ");
  const turn = (mayPlay(go) ? `turn-${go.to_play ? "white" : "black"}` : "") + (drawn.hint ? " hinting" : "") + (go.studying && tool !== "▶" ? " editing" : "");
  // Hundreds of squares: drawn again only when something on the board has changed.
  const board = useMemo(() => (
    <Board size={size} label={label} position={`${go.node} ${go.version}`} names={look.coordinates} loose={look.stones === "loose"} taps={look.taps === "always" && (!mayPlay(go) || tool !== "▶") ? "small" : look.taps} className={turn}
      said={(point) => handlers.current.said(point)} asks={(point) => handlers.current.asks(point)} titled={(point) => handlers.current.titled(point)}
      onPoint={(point, byKey) => handlers.current.onPoint(point, byKey)} onHover={(point) => handlers.current.onHover(point)}
      lesson={taughtNow} {...maps} />
  ), [maps, label, turn, look, taughtNow]);

  return (
    <main class="go">
      <section class="place" ref={place}>
        {board}
      </section>
      <section class="panel">
        <div class="modes" role="group" aria-label={say("mode.label")}>
          <button aria-pressed={!go.studying} onClick={() => { if (go.studying) study(); }} title={say("mode.play_hint")}>{say("mode.play")}</button>
          <button aria-pressed={go.studying} onClick={() => { if (!go.studying) study(); }} title={say("mode.study_hint")}>{say("mode.study")}</button>
        </div>
        <div class="card players">
          <Player colour={0} go={go} about={tree.about} />
          <Player colour={1} go={go} about={tree.about} />
          {go.studying ? <div class="status low">
            {go.result && <p class="outlook result"><b>{resultText(go.result)}</b></p>}
            {analysis || estimate ? <Outlook analysis={analysis} estimate={estimate} /> : <p class="outlook faint">{gameText(go)}</p>}
          </div> : <div class="status"><Status go={go} way={way} estimate={estimate} hint={hint} walk={walk} offer={offer} /></div>}
        </div>
        <Steps go={go} way={way} />
        {go.studying ? <StudyButtons go={go} review={told.review} act={act} pass={() => play("pass")} askHint={askHint} tellAbout={() => setTelling(true)} /> :
          <PlayButtons go={go} estimate={estimate} askEstimate={askEstimate} act={act} />}
        <div class="buttons">
          <button class="primary" onClick={() => setAsking(true)}>{say("button.new")}</button>
          <button onClick={() => setListing(true)} title={say("button.games_hint")}>{say("button.games")}</button>
          <button onClick={() => file.current.click()}>{say("button.open")}</button>
          <button onClick={save}>{say("button.save")}</button>
          <button onClick={() => setLooking(true)} aria-label={say("look.title")} title={say("look.title")}>⚙</button>
          <input ref={file} type="file" accept=".sgf,.gib,.ngf,application/x-go-sgf" hidden
            onChange={(event) => { if (event.currentTarget.files[0]) open(event.currentTarget.files[0]); event.currentTarget.value = ""; }} />
        </div>
        {!go.studying && <Sides go={go} />}
        {(!go.studying || teaching.on) && <TeachingSwitch teaching={teaching} setTeaching={setTeaching} />}
        {!go.studying && go.thoughts && <Pace go={go} />}
        {go.thoughts && <>
          <div class="card">
            <Switches go={go} shown={shown} toggle={toggle} analyse={analyse} estimate={estimate} askEstimate={askEstimate}
              numbers={numbers} setNumbers={setNumbers} />
            {!trying && !go.capture && (go.analysing || !review.found) && <Candidates analysis={analysis} setPv={setPv} play={play} insert={insert} />}
          </div>
          {go.studying && <Review review={told.review} of={review} dots={shown.dots} toggleDots={() => toggle("dots")} />}
          <div class="card flush"><Graph way={way} review={review.found} language={speech.spoken} /></div>
          <div class="card flush branches"><Tree language={speech.spoken} /></div>
        </>}
        {go.studying && <><EditBar tool={tool} setTool={setTool} /><Comment key={go.node} node={go.node} text={go.comment} /><PlayOn key={`${go.players} ${go.names}`} go={go} /></>}
      </section>
      <Announcer go={go} hint={trying ? null : hint} estimate={estimate} sound={look.sound === "yes"} notice={look.notice === "yes"} language={speech.spoken} />
      {listing && <Games close={() => setListing(false)} />}
      {looking && <LookDialog go={go} look={look} setLook={setLook} speech={speech} close={() => setLooking(false)} />}
      {typing && <TypedPoint size={size} onPoint={(point) => onPoint(point, true)} pass={() => play("pass")} close={() => setTyping(false)} />}
      {telling && <About go={go} about={tree.about} close={() => setTelling(false)} />}
      {asking && <NewGame close={() => setAsking(false)} />}
    </main>
  );
}
