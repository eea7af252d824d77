// Whether gopy's level fits: who wins or loses two games in a row at a level is offered the next one.
import { useEffect, useRef } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { useTold } from "./server.js";
import { useStored } from "./stored.js";

/** So many games in a row. */
const ENOUGH = 2;

const isStreak = (stored) => typeof stored?.at === "string" && Number.isInteger(stored.games);

/** Of which games in a row is spoken: against a level of gopy, at an equal game of one kind and size; null for any other game. */
const kindOf = (go) => go.strength.level && !go.names && !go.handicap && go.players.includes("gopy") && go.players.includes("person") ?
    `${go.strength.level} ${go.size} ${go.capture}` : null;

/** Whether the person has won; null without a winner. */
function hasWon(go) {
  const winner = "BW".indexOf(go.result?.[0]);
  return winner < 0 || go.result[1] !== "+" ? null : go.players[winner] === "person";
}

/** The level that is to be offered at the end of the game, or null. The browser counts games that were won in a row, and lost ones below 0. */
export function useOffer(go) {
  const { levels } = useTold().hello;
  const [streak, setStreak] = useStored("streak", { at: "", games: 0 }, isStreak);
  const before = useRef(null);
  const over = !!go.result && (!go.count || go.count.agreed);
  useEffect(() => {
    const last = before.current;
    before.current = { over, begun: go.begun, streak: last?.streak };
    if (!last || last.over === over || last.begun !== go.begun) return;     // another game that is opened was not played here
    const at = kindOf(go), won = hasWon(go);
    if (!over) {
      if (last.streak) setStreak(last.streak);         // the end was taken back
    } else if (at && won !== null) {
      before.current.streak = streak;
      setStreak({ at, games: (streak.at === at && streak.games > 0 === won ? streak.games : 0) + (won ? 1 : -1) });
    }
  }, [go.begun, over]);
  if (!over || streak.at !== kindOf(go) || Math.abs(streak.games) < ENOUGH) return null;
  const level = go.strength.level + Math.sign(streak.games);
  return level in levels ? level : null;
}

/** Offers a new game at another level. */
export const Offer = ({ level, from, begin }) => (
  <button onClick={() => begin({ level })} title={say(level > from ? "over.stronger_hint" : "over.weaker_hint")}>
    {say("over.offer", { strength: say("strength.level", { level }) })}</button>);
