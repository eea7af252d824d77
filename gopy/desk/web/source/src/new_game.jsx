// The window that asks for a new game of Go.
import { say } from "../../../languages/say.js";
import { send, useTold } from "./server.js";
import { Choice } from "./choice.jsx";
import { Dialog } from "./dialog.jsx";
import { rulesText } from "./players.jsx";
import { SIDES, Strength, sideNames } from "./strength.jsx";
import { useStored } from "./stored.js";
import { Tiles } from "./tiles.jsx";

/** How many captured stones win; 0: Go itself. */
const WAYS = [0, 1, 3, 5];

/** The sizes that are proposed for Go and for the capture game, which is played on 5x5 to 9x9. */
const SIZES = { go: [9, 13, 19], capture: [5, 7, 9] };
const isSmall = (size) => size >= 5 && size <= 9;

/** By the text of a time system the phrase that tells it, with its values. */
const CLOCKS = { "": ["none"], "5m": ["minutes", { minutes: 5 }], "10m": ["minutes", { minutes: 10 }],
  "600+3x30": ["periods", { minutes: 10, periods: 3, seconds: 30 }], "300+5": ["added", { minutes: 5, seconds: 5 }] };

/** Another time system as it is written, for a field that is typed in, and the one that is proposed. */
const WRITTEN = "\\s*(\\d{1,6}[ms]|(\\d{1,6}\\+)?\\d{1,6}[x\\/]\\d{1,6}|\\d{1,6}\\+\\d{1,6})\\s*", PROPOSED = "60+3x30";

/** What was chosen last is proposed again; a record that was opened meanwhile has no say in it. */
const isChoice = (stored, hello) => stored?.side in SIDES && stored.size >= 2 && stored.size <= 25 && stored.handicap >= 0 && stored.handicap <= mostStones(stored.size) &&
  WAYS.includes(stored.capture ?? 0) && (!stored.capture || isSmall(stored.size)) && (stored.rules === "" ? hello.defaults.rules === "" : hello.rules.includes(stored.rules)) &&
  ["komi", "clock"].every((name) => typeof stored[name] === "string") && typeof stored.strength === "object" && stored.strength;

/** The most stones that have places of their own on a board of this size. */
const mostStones = (size) => size < 7 ? 1 : size % 2 && size >= 9 ? 9 : 4;

export function NewGame({ close }) {
  const { go, hello } = useTold();
  const [chosen, setChosen] = useStored("new_game", {
    side: "black", size: go.size, handicap: 0, komi: "", rules: hello.defaults.rules, clock: "", capture: 0,
    strength: Object.keys(go.strength).length ? go.strength : { level: 3 },
  }, (stored) => isChoice(stored, hello));
  const set = (name) => (value) => setChosen((before) => ({ ...before, [name]: value }));
  const typed = (name) => (event) => set(name)(event.currentTarget.value);
  const { side, size, handicap, komi, rules, clock, strength, capture = 0 } = chosen;
  const setWay = (key) => setChosen((before) => ({ ...before, capture: Number(key), size: Number(key) && !isSmall(before.size) ? 7 : before.size }));

  function start(event) {
    event.preventDefault();
    const [black, white] = SIDES[side];
    send("new", { size: Number(size), clock: alone ? "" : clock, strength, black, white, capture, ...(capture ? {} : { handicap: Number(handicap) }),
      ...(komi === "" || capture ? {} : { komi: Number(komi) }), ...(rules === "" || capture ? {} : { rules }) });
    event.currentTarget.closest("dialog").close();
  }

  /** Begin one of the games of the tiles: the person plays Black, without a clock. */
  function begin(asked) {
    const [black, white] = SIDES.black;
    send("new", { strength, black, white, clock: "", ...asked });
    document.querySelector("dialog[open]").close();
  }

  const alone = !SIDES[side].includes("person");        // gopy against itself plays at the pace of the slider
  const given = Number(handicap) ? 0.5 : hello.defaults.komi;
  return (
    <Dialog title={say("new.title")} close={close}>
      <form onSubmit={start}>
        <Choice label={say("new.board")} options={Object.fromEntries(SIZES[capture ? "capture" : "go"].map((each) => [each, `${each}×${each}`]))} value={size} onChange={set("size")} />
        <Choice label={say("side.you")} options={sideNames()} value={side} onChange={set("side")} />
        <Choice label={say("new.way")} options={Object.fromEntries(WAYS.map((count) => [count, count ? say("new.capture", { count }) : say("new.go")]))} value={capture} onChange={setWay} />
        <div class="fields">
          <label class="long">gopy<Strength ranked={!capture} value={strength} onChange={set("strength")} /></label>
          <label>{say("new.size")}<input type="number" min={capture ? 5 : 2} max={capture ? 9 : 25} required value={size} onInput={typed("size")} /></label>
          {!capture && <>
          <label>{say("new.handicap")}<input type="number" min="0" max={mostStones(size)} value={handicap} onInput={typed("handicap")} /></label>
          <label class="long">{say("new.rules")}<select value={rules} onChange={typed("rules")}>
            {hello.defaults.rules === "" && <option value="">{say("rules.own")}</option>}
            {hello.rules.map((name) => <option key={name} value={name}>{rulesText(name)}</option>)}</select></label>
          <label>{say("new.komi")}<input type="number" step="0.5" placeholder={given} value={komi} onInput={typed("komi")} /></label>
          </>}
          <label class="long">{say("new.clock")}<select disabled={alone} value={alone ? "" : clock in CLOCKS ? clock : PROPOSED} onChange={typed("clock")}>
            {Object.entries(CLOCKS).map(([text, [name, values]]) => <option key={text} value={text}>{say(`clock.${name}`, values)}</option>)}
            <option value={PROPOSED}>{say("clock.other")}</option></select></label>
          {!alone && !(clock in CLOCKS) && <label title="20s, 5m, 60+3x30, 300+5, 60+300/10">{say("clock.written")}
            <input required maxLength="20" pattern={WRITTEN} value={clock} onInput={typed("clock")} /></label>}
        </div>
        <Tiles begin={begin} />
        <div class="buttons end"><button class="primary">{say("new.start")}</button></div>
      </form>
    </Dialog>
  );
}
