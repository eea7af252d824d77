// What is said of a problem.
import { say } from "../../../languages/say.js";

export const KINDS = ["rules", "capture", "escape", "ladder", "net", "two eyes", "seki", "ko", "endgame"];

export const kindText = (kind) => say(`problem.kind.${kind}`);

export const levelText = (level) => say(`problem.level.${level}`);

export const taskText = ({ task: { key, values } }) => say(key, values);

export const nameText = ({ kind, level, lesson }, number) => lesson ? say("rules.name", { name: say(`rules.${lesson}`) }) :
  say("problem.name", { number, kind: kindText(kind), level: levelText(level) });

/** Moves in words, Black's first unless `first` is 1. */
export const lineText = (moves, first = 0) => moves.map((move, index) =>
  say(move === "pass" ? "problem.passes" : "problem.move", { colour: (first + index) % 2, move })).join(", ");
