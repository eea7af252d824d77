// How the board looks and sounds: kept by the browser.
import { useEffect } from "preact/hooks";
import { Choice } from "./choice.jsx";
import { Dialog } from "./dialog.jsx";
import { savePicture } from "./picture.js";
import { useStored } from "./stored.js";

const CHOICES = {
  board: ["Board", { wood: "Wood", light: "Light wood", slate: "Slate", paper: "Paper" }],
  stones: ["Stones", { loose: "A little off their points", exact: "On their points" }],
  coordinates: ["Coordinates", { yes: "Shown", no: "Hidden" }],
  sound: ["Sound", { yes: "On", no: "Off" }],
  taps: ["A tap on the board", { small: "Plays; on small points the second", always: "The second plays" }],
};
const FIRST = { board: "wood", stones: "loose", coordinates: "yes", sound: "yes", taps: "small" };

const isLook = (stored) => Object.entries(CHOICES).every(([name, [, options]]) => typeof stored?.[name] === "string" && Object.hasOwn(options, stored[name]));

/** [the look, a function that sets it]. */
export function useLook() {
  const [look, setLook] = useStored("look", FIRST, isLook);
  useEffect(() => { document.documentElement.dataset.board = look.board; }, [look.board]);
  return [look, setLook];
}

export function LookDialog({ go, look, setLook, close }) {
  return (
    <Dialog title="Look and sound" close={close}>
      {Object.entries(CHOICES).map(([name, [label, options]]) => (
        <Choice key={name} label={label} options={options} value={look[name]} onChange={(value) => setLook((before) => ({ ...before, [name]: value }))} />
      ))}
      <div class="buttons"><button onClick={() => savePicture(go)}>Save a picture of the board (PNG)</button></div>
    </Dialog>
  );
}
