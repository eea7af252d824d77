// How the board looks and sounds: kept by the browser.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { percent } from "../../../review/graph.js";
import { say } from "../../../languages/say.js";
import { Choice } from "./choice.jsx";
import { Dialog } from "./dialog.jsx";
import { LANGUAGES } from "./language.js";
import { downloadBytes } from "./download.js";
import { film } from "./film.js";
import { send, useMessages } from "./server.js";
import { mayNotify } from "./notice.js";
import { savePicture } from "./picture.js";
import { useStored } from "./stored.js";

/** The options of each choice, the first one being chosen at first. */
const CHOICES = { board: ["wood", "light", "slate", "paper"], set: ["shaded", "flat"], stones: ["loose", "exact"], coordinates: ["yes", "numbers", "letters", "no"], sound: ["yes", "no"],
  notice: ["no", "yes"], taps: ["small", "once", "always"] };
const FIRST = Object.fromEntries(Object.entries(CHOICES).map(([name, [first]]) => [name, first]));

const isLook = (stored) => !!stored && Object.entries(CHOICES).every(([name, options]) => !(name in stored) || options.includes(stored[name]));

/** [the look, a function that sets it]. */
export function useLook() {
  const [chosen, setLook] = useStored("look", FIRST, isLook);
  const look = useMemo(() => ({ ...FIRST, ...chosen }), [chosen]);         // the choices of an older page are fewer
  useEffect(() => {
    document.documentElement.dataset.board = look.board;
    document.documentElement.dataset.set = look.set;
  }, [look.board, look.set]);
  return [look, setLook];
}

/** Asks for the positions of the line that is shown, and makes a moving picture of them. */
function SaveFilm({ go }) {
  const [share, setShare] = useState(null);
  useMessages(useCallback(async (message) => {
    if (message.kind !== "positions") return;
    downloadBytes("gopy.gif", [await film(message.size, message.positions, setShare)], "image/gif");
    setShare(null);
  }, []));
  return (
    <button disabled={share !== null || !go.live} onClick={() => { setShare(0); send("positions"); }}>
      {share === null ? say("look.film") : say("look.film_made", { percent: percent(share) })}</button>
  );
}

export function LookDialog({ go, look, setLook, speech, close }) {
  const choose = async (name, value) => {
    if (name === "notice" && value === "yes" && !await mayNotify()) return;
    setLook((before) => ({ ...before, [name]: value }));
  };
  return (
    <Dialog title={say("look.title")} close={close}>
      <label class="block">{say("look.language")}<select value={speech.language} onChange={(event) => speech.setLanguage(event.currentTarget.value)}>
        <option value="browser">{say("look.as_browser")}</option>
        {Object.entries(LANGUAGES).map(([name, text]) => <option key={name} value={name} lang={name}>{text}</option>)}</select></label>
      {Object.entries(CHOICES).map(([name, options]) => (
        <Choice key={name} label={say(`look.${name}`)} options={Object.fromEntries(options.map((each) => [each, say(`look.${name}.${each}`)]))}
          value={look[name]} onChange={(value) => choose(name, value)} />
      ))}
      <div class="buttons"><button onClick={() => savePicture(go)}>{say("look.picture")}</button><SaveFilm go={go} /></div>
    </Dialog>
  );
}
