// The window that asks for a new game of Go.
import { say } from "../../../languages/say.js";
import { send, useTold } from "./server.js";
import { Choice } from "./choice.jsx";
import { Dialog } from "./dialog.jsx";
import { rulesText } from "./players.jsx";
import { SIDES, Strength, sideNames } from "./strength.jsx";
import { useStored } from "./stored.js";

/** By the text of a time system the phrase that tells it, with its values. */
const CLOCKS = { "": ["none"], "5m": ["minutes", { minutes: 5 }], "10m": ["minutes", { minutes: 10 }],
  "600+3x30": ["periods", { minutes: 10, periods: 3, seconds: 30 }], "300+5": ["added", { minutes: 5, seconds: 5 }] };

/** What was chosen last is proposed again; a record that was opened meanwhile has no say in it. */
const isChoice = (stored, hello) => stored?.side in SIDES && stored.size >= 2 && stored.size <= 25 && stored.handicap >= 0 && stored.handicap <= mostStones(stored.size) &&
  (stored.rules === "" ? hello.defaults.rules === "" : hello.rules.includes(stored.rules)) &&
  ["komi", "clock"].every((name) => typeof stored[name] === "string") && typeof stored.strength === "object" && stored.strength;

/** The most stones that have places of their own on a board of this size. */
const mostStones = (size) => size < 7 ? 1 : size % 2 && size >= 9 ? 9 : 4;

export function NewGame({ close }) {
  const { go, hello } = useTold();
  const [chosen, setChosen] = useStored("new_game", {
    side: "black", size: go.size, handicap: 0, komi: "", rules: hello.defaults.rules, clock: "",
    strength: Object.keys(go.strength).length ? go.strength : { level: 3 },
  }, (stored) => isChoice(stored, hello));
  const set = (name) => (value) => setChosen((before) => ({ ...before, [name]: value }));
  const typed = (name) => (event) => set(name)(event.currentTarget.value);
  const { side, size, handicap, komi, rules, clock, strength } = chosen;

  function start(event) {
    event.preventDefault();
    const [black, white] = SIDES[side];
    send("new", { size: Number(size), handicap: Number(handicap), clock, strength, black, white,
      ...(komi === "" ? {} : { komi: Number(komi) }), ...(rules === "" ? {} : { rules }) });
    event.currentTarget.closest("dialog").close();
  }

  const given = Number(handicap) ? 0.5 : hello.defaults.komi;
  return (
    <Dialog title={say("new.title")} close={close}>
      <form onSubmit={start}>
        <Choice label={say("new.board")} options={{ 9: "9×9", 13: "13×13", 19: "19×19" }} value={size} onChange={set("size")} />
        <Choice label={say("side.you")} options={sideNames()} value={side} onChange={set("side")} />
        <div class="fields">
          <label>gopy<Strength value={strength} onChange={set("strength")} /></label>
          <label>{say("new.size")}<input type="number" min="2" max="25" required value={size} onInput={typed("size")} /></label>
          <label>{say("new.handicap")}<input type="number" min="0" max={mostStones(size)} value={handicap} onInput={typed("handicap")} /></label>
          <label>{say("new.komi")}<input type="number" step="0.5" placeholder={given} value={komi} onInput={typed("komi")} /></label>
          <label>{say("new.rules")}<select value={rules} onChange={typed("rules")}>
            {hello.defaults.rules === "" && <option value="">{say("rules.own")}</option>}
            {hello.rules.map((name) => <option key={name} value={name}>{rulesText(name)}</option>)}</select></label>
          <label>{say("new.clock")}<select value={clock} onChange={typed("clock")}>
            {[...Object.keys(CLOCKS), ...(clock in CLOCKS ? [] : [clock])].map((text) => (
              <option key={text} value={text}>{CLOCKS[text] ? say(`clock.${CLOCKS[text][0]}`, CLOCKS[text][1]) : text}</option>))}</select></label>
        </div>
        <div class="buttons end"><button class="primary">{say("new.start")}</button></div>
      </form>
    </Dialog>
  );
}
