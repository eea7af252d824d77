import { render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { connect, notify, sendRecord, told, useTold } from "./server.js";
import { useLanguage } from "./language.js";
import { say } from "../../../languages/say.js";
import { useStored } from "./stored.js";
import { GoView } from "./go.jsx";
import { AnyGameView, openAnyGame } from "./any_game.jsx";
import { MatchesView } from "./matches.jsx";
import { ProblemsView } from "./problems.jsx";
import { LessonView, useLesson } from "./lesson.jsx";
import { TablesView, Visitor } from "./tables.jsx";
import { EngineState } from "./engine.jsx";
import { Collection } from "./collection.jsx";
import { Notices, useNotices } from "./notices.jsx";
import { HelpDialog } from "./help.jsx";
import "./style.css";

const THEMES = { auto: "◐", light: "☀", dark: "☾" };

function useTheme() {
  const names = Object.keys(THEMES);
  const [theme, setTheme] = useStored("theme", "auto", (name) => names.includes(name));
  useEffect(() => { document.documentElement.dataset.theme = theme; }, [theme]);
  return [theme, () => setTheme(names[(names.indexOf(theme) + 1) % names.length])];
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
      notify({ kind: "note", key: "record.copied" });
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
  const speech = useLanguage();
  useNotices();
  const [help, setHelp] = useState(false);
  const open = useCallback((file) => {
    if (/\.json$/i.test(file.name)) {
      openAnyGame(file);
      setView("games");
      return;
    }
    if (file.size > 4 << 20) return alert(say("record.too_large"));
    file.arrayBuffer().then((buffer) => sendRecord(buffer, file.name));
    setView("go");
  }, []);
  const dropping = useDrop(open);
  useClipboard(setView);
  useEffect(() => { history.replaceState(null, "", view === "go" ? location.pathname : `#${view}`); }, [view]);
  useLayoutEffect(() => {
    const key = (event) => { if (event.key === "?" && !event.target.closest?.("input, textarea, select, dialog")) setHelp(true); };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);

  const taught = useLesson(view, setView);

  if (!speech.spoken) return null;
  if (!["hello", "engine", "tree", "go", "any_game"].every((kind) => told[kind])) {
    return <p class="waiting">{say(told.connected ? "waiting.board" : "waiting.server")}</p>;
  }
  const views = [...(taught ? ["lesson"] : []), "go", "problems", "games", ...(told.hello.watching ? ["matches"] : []), ...(told.tables ? ["tables"] : [])];
  const themeText = say("theme", { theme: say(`theme.${theme}`) });
  return (
    <div class={"app" + (dropping ? " dropping" : "")}>
      <header>
        <h1><span class="logo" aria-hidden="true" />gopy</h1>
        {told.hello.visitor && <Visitor name={told.hello.visitor} />}
        <nav aria-label={say("view.label")}>
          {views.map((name) => (
            <button key={name} class="tab" aria-current={view === name ? "page" : undefined} onClick={() => setView(name)}>
              {say(`view.${name}`)}
            </button>
          ))}
        </nav>
        <EngineState />
        <button class="icon" onClick={nextTheme} title={themeText} aria-label={themeText}>
          {THEMES[theme]}
        </button>
        <button class="icon" onClick={() => setHelp(true)} title={`${say("help")} (?)`} aria-label={say("help")}>?</button>
      </header>
      {view === "games" ? <AnyGameView /> : view === "problems" ? <ProblemsView /> : view === "matches" && views.includes(view) ? <MatchesView /> :
        view === "lesson" && taught ? <LessonView /> : view === "tables" && views.includes(view) ? <TablesView /> : <GoView open={open} speech={speech} />}
      <Collection />
      {help && <HelpDialog close={() => setHelp(false)} />}
      {dropping && <div class="drop">{say("record.drop")}</div>}
      <Notices />
    </div>
  );
}

connect();
render(<App />, document.getElementById("app"));
