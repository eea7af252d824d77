// How strongly gopy plays, and who plays which side.
import { useTold } from "./server.js";

export const strengthText = (strength) => strength.level ? `level ${strength.level}` :
  strength.seconds ? `${strength.seconds} s a move` : strength.sims ? `${strength.sims} simulations` : "full strength";

/** A level, seconds a move, or as long as a clock or gopy's options say. Levels of Go have the names of ranks; others have none. */
export function Strength({ value, onChange, ranked = true }) {
  const { levels, ranks } = useTold().hello;
  const shown = (text, { level }) => ranked && level ? `${text} · about ${ranks[level]}` : text;
  const kinds = Object.keys(levels).map((level) => [`level ${level}`, { level: Number(level) }]);
  kinds.push(...[1, 5, 15, 60].map((seconds) => [`${seconds} s a move`, { seconds }]));
  kinds.push(["full strength", {}]);
  if (!kinds.some(([text]) => text === strengthText(value))) kinds.push([strengthText(value), value]);
  return (
    <select aria-label="gopy's strength" value={strengthText(value)}
      onChange={(event) => onChange(kinds.find(([text]) => text === event.currentTarget.value)[1])}>
      {kinds.map(([text, strength]) => <option key={text} value={text}>{shown(text, strength)}</option>)}
    </select>
  );
}

/** [Black's player, White's] by which side a person plays. */
export const SIDES = { black: ["person", "gopy"], white: ["gopy", "person"], both: ["person", "person"], none: ["gopy", "gopy"] };
export const SIDE_NAMES = { black: "Black", white: "White", both: "Both", none: "Neither" };

export const sideOf = (players) => Object.keys(SIDES).find((name) => String(SIDES[name]) === String(players));

export function SideSelect({ value, onChange, disabled }) {
  return (
    <select aria-label="You play" value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value)}>
      {Object.entries(SIDE_NAMES).map(([name, text]) => <option key={name} value={name}>{text}</option>)}
    </select>
  );
}
