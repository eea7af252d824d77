import { render } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { connect, notify, send, sendRecord, told, useMessages, useTold } from "./server.js";
import { useStored } from "./stored.js";
import { GoView } from "./go.jsx";
import { AnyGameView } from "./any_game.jsx";
import { MatchesView } from "./matches.jsx";
import { ProblemsView } from "./problems.jsx";
import { EngineState } from "./engine.jsx";
import { PROBLEM_TEXTS } from "./problem_texts.js";
import { Collection } from "./collection.jsx";
import { HelpDialog } from "./help.jsx";
import "./style.css";

const THEMES = { auto: ["◐", "as the system"], light: ["☀", "light"], dark: ["☾", "dark"] };

function useTheme() {
  const names = Object.keys(THEMES);
  const [theme, setTheme] = useStored("theme", "auto", (name) => names.includes(name));
  useEffect(() => { document.documentElement.dataset.theme = theme; }, [theme]);
  return [theme, () => setTheme(names[(names.indexOf(theme) + 1) % names.length])];
}

/** How long a sentence of each kind stays. An offer has a button that takes back what has happened. */
const SECONDS = { error: 5, note: 5, offer: 12 };

/** Whether an offer takes back the same as another one: then the older could bring back no more than the newer. */
const isSame = (offer, other) => offer.kind === "offer" && offer.do === other.do && offer.fields?.game === other.fields?.game;

/** Sentences that go away by themselves. */
function Notices() {
  const [notices, setNotices] = useState([]);
  const end = (notice) => setNotices((now) => now.filter((each) => each !== notice));
  useMessages(useCallback((message) => {
    if (!(message.kind in SECONDS)) return;
    const notice = { ...message, key: Math.random() };
    setNotices((before) => [...before.filter((each) => !isSame(each, notice)).slice(-2), notice]);
    setTimeout(() => end(notice), 1000 * SECONDS[message.kind]);
  }, []));
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map((notice) => (
        <p key={notice.key} class={notice.kind === "error" ? "bad" : ""}>{notice.text}
          {notice.kind === "offer" && <button onClick={() => { send(notice.do, notice.fields); end(notice); }}>{notice.label}</button>}</p>
      ))}
    </div>
  );
}

/** Game records that are dropped on the page. */
function useDrop(open) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const enter = (event) => { event.preventDefault(); setOver(true); };
    const leave = (event) => { if (!event.relatedTarget) setOver(false); };
    const drop = (event) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
    };
    const on = { dragover: enter, dragleave: leave, drop };
    for (const name in on) addEventListener(name, on[name]);
    return () => { for (const name in on) removeEventListener(name, on[name]); };
  }, []);
  return over;
}

/** Whether a key or a paste belongs to a field or to text that is chosen. */
const isElsewhere = (event) => event.target.closest?.("input, textarea, select, dialog") || String(getSelection());

/** A record is pasted with Ctrl+V, and the game is copied with Ctrl+C. */
function useClipboard(setView) {
  useEffect(() => {
    const paste = (event) => {
      const text = event.clipboardData.getData("text/plain");
      if (isElsewhere(event) || !text.includes("(") || !text.includes(";")) return;
      sendRecord(new TextEncoder().encode(text));
      setView("go");
    };
    const copy = (event) => {
      if (isElsewhere(event) || !told.record) return;
      event.clipboardData.setData("text/plain", told.record.text);
      event.preventDefault();
      notify({ kind: "note", text: "The game is copied as SGF." });
    };
    addEventListener("paste", paste);
    addEventListener("copy", copy);
    return () => { removeEventListener("paste", paste); removeEventListener("copy", copy); };
  }, []);
}

function App() {
  useTold();
  const [view, setView] = useState(location.hash.slice(1) || "go");
  const [theme, nextTheme] = useTheme();
  const [help, setHelp] = useState(false);
  const open = useCallback((file) => {
    if (file.size > 4 << 20) return alert("That record has more than 4 MiB.");
    file.arrayBuffer().then((buffer) => sendRecord(buffer, file.name));
    setView("go");
  }, []);
  const dropping = useDrop(open);
  useClipboard(setView);
  useEffect(() => { history.replaceState(null, "", view === "go" ? location.pathname : `#${view}`); }, [view]);
  useEffect(() => {
    const key = (event) => { if (event.key === "?" && !event.target.closest?.("input, textarea, select, dialog")) setHelp(true); };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);

  if (!["hello", "engine", "tree", "go", "any_game"].every((kind) => told[kind])) {
    return <p class="waiting">{told.connected ? "Setting up the board…" : "gopy cannot be reached; trying again…"}</p>;
  }
  const views = { go: "Go", problems: PROBLEM_TEXTS.title, games: "Other games", ...(told.hello.watching ? { matches: "Matches" } : {}) };
  return (
    <div class={"app" + (dropping ? " dropping" : "")}>
      <header>
        <h1><span class="logo" aria-hidden="true" />gopy</h1>
        <nav aria-label="What to show">
          {Object.entries(views).map(([name, text]) => (
            <button key={name} class="tab" aria-current={view === name ? "page" : undefined} onClick={() => setView(name)}>
              {text}
            </button>
          ))}
        </nav>
        <EngineState />
        <button class="icon" onClick={nextTheme} title={`Colours: ${THEMES[theme][1]}`} aria-label={`Colours: ${THEMES[theme][1]}`}>
          {THEMES[theme][0]}
        </button>
        <button class="icon" onClick={() => setHelp(true)} title="Help (?)" aria-label="Help">?</button>
      </header>
      {view === "games" ? <AnyGameView /> : view === "problems" ? <ProblemsView /> : view === "matches" && views.matches ? <MatchesView /> : <GoView open={open} />}
      <Collection />
      {help && <HelpDialog close={() => setHelp(false)} />}
      {dropping && <div class="drop">Drop the game record (SGF) here</div>}
      <Notices />
    </div>
  );
}

connect();
render(<App />, document.getElementById("app"));
