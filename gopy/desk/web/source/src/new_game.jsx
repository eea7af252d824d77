// The window that asks for a new game of Go, and the fields that other windows share with it.
import { useState } from "preact/hooks";
import { send, useTold } from "./server.js";
import { Dialog } from "./dialog.jsx";

/** A few choices side by side. */
export function Choice({ label, options, value, onChange }) {
  return (
    <fieldset class="choice"><legend>{label}</legend>
      <div>{Object.entries(options).map(([key, text]) => (
        <label key={key} class={key === String(value) ? "chosen" : ""}>
          <input type="radio" name={label} checked={key === String(value)} onChange={() => onChange(key)} />{text}
        </label>
      ))}</div>
    </fieldset>
  );
}

export const strengthText = (strength) => strength.level ? `level ${strength.level}` :
  strength.seconds ? `${strength.seconds} s a move` : strength.sims ? `${strength.sims} simulations` : "full strength";

/** How strongly gopy plays: a level, seconds a move, or as long as a clock or its options say. */
export function Strength({ value, onChange }) {
  const { levels } = useTold().hello;
  const kinds = Object.keys(levels).map((level) => [`level ${level}`, { level: Number(level) }]);
  kinds.push(...[1, 5, 15, 60].map((seconds) => [`${seconds} s a move`, { seconds }]));
  kinds.push(["full strength", {}]);
  if (!kinds.some(([text]) => text === strengthText(value))) kinds.push([strengthText(value), value]);
  return (
    <select aria-label="gopy's strength" value={strengthText(value)}
      onChange={(event) => onChange(kinds.find(([text]) => text === event.currentTarget.value)[1])}>
      {kinds.map(([text]) => <option key={text}>{text}</option>)}
    </select>
  );
}

const SIDES = { black: ["person", "gopy"], white: ["gopy", "person"], both: ["person", "person"], none: ["gopy", "gopy"] };
const CLOCKS = { "": "no clock", "5m": "5 min", "10m": "10 min", "600+3x30": "10 min, 3 × 30 s", "300+5": "5 min + 5 s a move" };

export function NewGame({ close }) {
  const { go, hello } = useTold();
  const [side, setSide] = useState(Object.keys(SIDES).find((name) => String(SIDES[name]) === String(go.players)));
  const [fields, setFields] = useState({
    size: go.size, handicap: 0, komi: "", rules: go.rules || hello.defaults.rules, clock: go.clock?.text ?? "",
    strength: Object.keys(go.strength).length ? go.strength : { level: 3 },
  });
  const set = (name) => (value) => setFields((before) => ({ ...before, [name]: value }));
  const typed = (name) => (event) => set(name)(event.currentTarget.value);

  function start(event) {
    event.preventDefault();
    const [black, white] = SIDES[side];
    const { size, handicap, komi, rules, clock, strength } = fields;
    send("new", { size: Number(size), handicap: Number(handicap), clock, strength, black, white,
      ...(komi === "" ? {} : { komi: Number(komi) }), ...(rules === "" ? {} : { rules }) });
    event.currentTarget.closest("dialog").close();
  }

  const given = Number(fields.handicap) ? 0.5 : hello.defaults.komi;
  return (
    <Dialog title="New game" close={close}>
      <form onSubmit={start}>
        <Choice label="Board" options={{ 9: "9×9", 13: "13×13", 19: "19×19" }} value={fields.size} onChange={set("size")} />
        <Choice label="You play" options={{ black: "Black", white: "White", both: "Both", none: "Neither" }} value={side}
          onChange={setSide} />
        <div class="fields">
          <label>gopy<Strength value={fields.strength} onChange={set("strength")} /></label>
          <label>Other size<input type="number" min="2" max="25" value={fields.size} onInput={typed("size")} /></label>
          <label>Handicap<input type="number" min="0" max="9" value={fields.handicap} onInput={typed("handicap")} /></label>
          <label>Komi<input type="number" step="0.5" placeholder={given} value={fields.komi} onInput={typed("komi")} /></label>
          <label>Rules<select value={fields.rules} onChange={typed("rules")}>
            {hello.defaults.rules === "" && <option value="">own rules</option>}
            {hello.rules.map((name) => <option key={name}>{name}</option>)}</select></label>
          <label>Clock<select value={fields.clock} onChange={typed("clock")}>
            {Object.entries({ ...CLOCKS, ...(fields.clock in CLOCKS ? {} : { [fields.clock]: fields.clock }) })
              .map(([text, name]) => <option key={text} value={text}>{name}</option>)}</select></label>
        </div>
        <div class="buttons end"><button class="primary">Start</button></div>
      </form>
    </Dialog>
  );
}
