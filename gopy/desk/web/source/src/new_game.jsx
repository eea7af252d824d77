// The window that asks for a new game of Go.
import { send, useTold } from "./server.js";
import { Choice } from "./choice.jsx";
import { Dialog } from "./dialog.jsx";
import { SIDES, SIDE_NAMES, Strength } from "./strength.jsx";
import { useStored } from "./stored.js";

const CLOCKS = { "": "no clock", "5m": "5 min", "10m": "10 min", "600+3x30": "10 min, 3 × 30 s", "300+5": "5 min + 5 s a move" };

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
    <Dialog title="New game" close={close}>
      <form onSubmit={start}>
        <Choice label="Board" options={{ 9: "9×9", 13: "13×13", 19: "19×19" }} value={size} onChange={set("size")} />
        <Choice label="You play" options={SIDE_NAMES} value={side} onChange={set("side")} />
        <div class="fields">
          <label>gopy<Strength value={strength} onChange={set("strength")} /></label>
          <label>Other size<input type="number" min="2" max="25" required value={size} onInput={typed("size")} /></label>
          <label>Handicap<input type="number" min="0" max={mostStones(size)} value={handicap} onInput={typed("handicap")} /></label>
          <label>Komi<input type="number" step="0.5" placeholder={given} value={komi} onInput={typed("komi")} /></label>
          <label>Rules<select value={rules} onChange={typed("rules")}>
            {hello.defaults.rules === "" && <option value="">own rules</option>}
            {hello.rules.map((name) => <option key={name}>{name}</option>)}</select></label>
          <label>Clock<select value={clock} onChange={typed("clock")}>
            {Object.entries({ ...CLOCKS, ...(clock in CLOCKS ? {} : { [clock]: clock }) })
              .map(([text, name]) => <option key={text} value={text}>{name}</option>)}</select></label>
        </div>
        <div class="buttons end"><button class="primary">Start</button></div>
      </form>
    </Dialog>
  );
}
