import { useEffect, useState } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { send } from "./server.js";

/** Resigns at the second press, within three seconds of the first. */
export function Resign({ disabled, kind = "resign" }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), 3000);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <button class={asked ? "danger" : ""} disabled={disabled}
      onClick={() => { if (asked) send(kind); setAsked(!asked); }}>{say(asked ? "button.really_resign" : "button.resign")}</button>
  );
}
