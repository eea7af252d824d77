// How strongly gopy plays, and who plays which side.
import { say } from "../../../languages/say.js";
import { useTold } from "./server.js";

export const strengthText = (strength) => strength.level ? say("strength.level", strength) :
  strength.seconds ? say("strength.seconds", strength) : strength.sims ? say("strength.sims", { count: strength.sims }) : say("strength.full");

/** A level, seconds a move, or as long as a clock or gopy's options say. Levels of Go have the names of ranks; others have none. */
export function Strength({ value, onChange, ranked = true }) {
  const { levels, ranks } = useTold().hello;
  const shown = (text, { level }) => ranked && level ? say("strength.about", { strength: text, rank: ranks[level] }) : text;
  const known = [...Object.keys(levels).map((level) => ({ level: Number(level) })), ...[1, 5, 15, 60].map((seconds) => ({ seconds })), {}];
  const kinds = known.map((strength) => [strengthText(strength), strength]);
  if (!kinds.some(([text]) => text === strengthText(value))) kinds.push([strengthText(value), value]);
  return (
    <select aria-label={say("strength.label")} value={strengthText(value)}
      onChange={(event) => onChange(kinds.find(([text]) => text === event.currentTarget.value)[1])}>
      {kinds.map(([text, strength]) => <option key={text} value={text}>{shown(text, strength)}</option>)}
    </select>
  );
}

/** [Black's player, White's] by which side a person plays. */
export const SIDES = { black: ["person", "gopy"], white: ["gopy", "person"], both: ["person", "person"], none: ["gopy", "gopy"] };
export const sideNames = () => Object.fromEntries(Object.keys(SIDES).map((name) => [name, say(`side.${name}`)]));

export const sideOf = (players) => Object.keys(SIDES).find((name) => String(SIDES[name]) === String(players));

export function SideSelect({ value, onChange, disabled }) {
  return (
    <select aria-label={say("side.you")} value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value)}>
      {Object.entries(sideNames()).map(([name, text]) => <option key={name} value={name}>{text}</option>)}
    </select>
  );
}
