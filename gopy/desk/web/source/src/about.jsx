// What the record tells about the game: shown, and changed.
import { useState } from "preact/hooks";
import { rulesText } from "./players.jsx";
import { send } from "./server.js";
import { say } from "../../../languages/say.js";
import { Dialog } from "./dialog.jsx";

const FIELDS = ["PB", "BR", "PW", "WR", "EV", "RO", "PC", "DT", "RE", "TM", "OT", "SO", "US", "AN", "GN"];

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
    <Dialog title={say("about.title")} close={close}>
      <form onSubmit={keep}>
        <p class="faint">{say("about.line", { size: `${go.size}×${go.size}`, rules: rulesText(go.rules), komi: go.komi })}
          {go.handicap ? ` · ${say("about.handicap", { count: go.handicap })}` : ""}</p>
        <div class="fields">
          {FIELDS.map((name) => (
            <label key={name}>{say(`about.${name}`)}<input maxLength={200} value={texts[name] ?? ""} onInput={typed(name)} /></label>
          ))}
        </div>
        <label class="block">{say("about.GC")}<textarea rows="3" maxLength={2000} value={texts.GC ?? ""} onInput={typed("GC")} /></label>
        <div class="buttons end"><button class="primary">{say("about.keep")}</button></div>
      </form>
    </Dialog>
  );
}
