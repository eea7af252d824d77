// What the record tells about the game: shown, and changed.
import { useState } from "preact/hooks";
import { send } from "./server.js";
import { Dialog } from "./dialog.jsx";

const FIELDS = { PB: "Black", BR: "Black's rank", PW: "White", WR: "White's rank", EV: "Event", RO: "Round", PC: "Place", DT: "Date", RE: "Result",
  TM: "Time (s)", OT: "Overtime", SO: "Source", US: "Recorded by", AN: "Comments by", GN: "Name of the game" };

export function About({ go, about, close }) {
  const [texts, setTexts] = useState(about);
  const typed = (name) => (event) => { const text = event.currentTarget.value; setTexts((before) => ({ ...before, [name]: text })); };
  function keep(event) {
    event.preventDefault();
    const changed = Object.fromEntries(Object.entries(texts).filter(([name, text]) => text.trim() !== (about[name] ?? "")));
    if (Object.keys(changed).length) send("about", { texts: changed });
    event.currentTarget.closest("dialog").close();
  }
  return (
    <Dialog title="About this game" close={close}>
      <form onSubmit={keep}>
        <p class="faint">{go.size}×{go.size} · {go.rules || "own rules"} · komi {go.komi}{go.handicap ? ` · ${go.handicap} handicap stones` : ""}</p>
        <div class="fields">
          {Object.entries(FIELDS).map(([name, text]) => (
            <label key={name}>{text}<input maxLength={200} value={texts[name] ?? ""} onInput={typed(name)} /></label>
          ))}
        </div>
        <label class="block">About the game<textarea rows="3" maxLength={2000} value={texts.GC ?? ""} onInput={typed("GC")} /></label>
        <div class="buttons end"><button class="primary">Keep</button></div>
      </form>
    </Dialog>
  );
}
