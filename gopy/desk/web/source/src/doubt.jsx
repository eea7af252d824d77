// "Are you sure?": what a person's move costs, before gopy answers it.
import { useLayoutEffect, useRef } from "preact/hooks";
import { reasonText } from "../../../review/exercise.js";
import { percent } from "../../../review/graph.js";
import { say } from "../../../languages/say.js";
import { send } from "./server.js";

/** What is lost, in one or two sentences. */
export function doubtText({ loss, stones, reason }) {
  const cost = stones ? say("doubt.stones", { count: stones }) : say("doubt.chance", { percent: percent(loss) });
  return [cost, ...(reason ? [reasonText(reason)] : [])].join(" ");
}

export function Doubt({ doubt, move }) {
  const back = useRef(null);
  useLayoutEffect(() => {     // who plays by the keyboard answers by it, and goes on where they were
    const before = document.activeElement;
    back.current.focus();
    return () => { if (before?.matches(".board")) before.focus(); };
  }, []);
  return (
    <div class="doubt" role="alert">
      <p><b>{say("doubt.sure", { move })}</b> {doubtText(doubt)}</p>
      <div class="buttons"><button onClick={() => send("sure")}>{say("doubt.play")}</button>
        <button ref={back} class="primary" onClick={() => send("undo")}>{say("button.take_back")}</button></div>
    </div>
  );
}
