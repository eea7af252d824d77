// The switch of Teaching, and what a move may cost before gopy asks.
import { say } from "../../../languages/say.js";
import { LIMITS } from "./teaching.js";

export function TeachingSwitch({ teaching, setTeaching }) {
  const { on, limit } = teaching, percent = say("percent", { number: limit });
  return (
    <div class="teaching">
      <button class="switch" aria-pressed={on} onClick={() => setTeaching((before) => ({ ...before, on: !before.on }))} title={say("teach.hint")}>{say("teach.name")}</button>
      {on && <label class="slider">{say("teach.limit", { percent })}<input type="range" {...LIMITS} value={limit} aria-valuetext={percent}
        onInput={(event) => setTeaching((before) => ({ ...before, limit: Number(event.currentTarget.value) }))} /></label>}
    </div>
  );
}
