// A point that is typed, for those who do not see the board: it does what a click there does.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { LETTERS } from "../../../review/exercise.js";
import { Dialog } from "./dialog.jsx";

/** [x, y] of what was typed, "pass", or null if it is neither. */
function readPoint(text, size) {
  if (["pass", say("help.pass").toLowerCase()].includes(text)) return "pass";
  const [, letter, row] = /^([a-z])\s*(\d{1,2})$/.exec(text) ?? [];
  const x = LETTERS.indexOf(letter?.toUpperCase()), y = size - Number(row);
  return letter && x >= 0 && x < size && y >= 0 && y < size ? [x, y] : null;
}

export function TypedPoint({ size, onPoint, pass, close }) {
  const [wrong, setWrong] = useState("");
  const field = useRef(null);
  useLayoutEffect(() => field.current.focus(), []);
  const enter = (event) => {
    event.preventDefault();
    const text = field.current.value.trim(), point = readPoint(text.toLowerCase(), size);
    if (!point) return setWrong(say("typed.unknown", { text }));
    field.current.closest("dialog").close();        // which gives the keyboard back to where it was
    if (point === "pass") pass();
    else onPoint(point);
  };
  return (
    <Dialog title={say("typed.title")} close={close}>
      <form onSubmit={enter}>
        <label class="block">{say("typed.label")}<input ref={field} type="text" autocomplete="off" maxLength={12} /></label>
        <p role="alert">{wrong}</p>
        <div class="buttons"><button>{say("typed.play")}</button></div>
      </form>
    </Dialog>
  );
}
