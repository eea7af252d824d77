// What those who hear the page are told: moves, captures, whose turn it is, results, hints, and what they ask for. The title of the window tells
// whose turn it is, too.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isGopys, resultText, sideCount } from "./players.jsx";
import { nameOf, say } from "../../../languages/say.js";
import { showNotice } from "./notice.js";
import { hintText, lastText, leadText } from "./said.js";
import { useMessages } from "./server.js";
import { moveSound } from "./sound.js";

/** Whether a move was made between two states; gopy's answer may be drawn together with the move before it. */
const isMove = (go, before) => before && before.size === go.size && [1, 2].includes(go.number - before.number) && go.last;

/** Whose turn it is, or how the game has ended. */
const turn = (go) => go.result ? resultText(go.result) : isGopys(go, go.to_play) ? "" : go.players.includes("gopy") ? say("heard.your_turn") :
  say("heard.to_play", { colour: go.to_play });

function news(go, before) {
  if (isMove(go, before)) {
    const mover = 1 - go.to_play;
    const who = isGopys(go, mover) ? "gopy" : nameOf(mover);
    const count = go.captures[mover] - before.captures[mover];
    return [say(`heard.${go.last === "pass" ? "passed" : count ? "captured" : "played"}`, { who, move: go.last, count }), turn(go)];
  }
  if (before?.count && go.count && before.count.dead !== go.count.dead) return [...go.count.sides.map((side) => `${sideCount(side)}.`), resultText(go.result)];
  if (go.result && !before?.result) return [resultText(go.result), go.studying ? lastText(go) : ""];
  const isStanding = !go.studying && go.node === go.live;
  if (!before || (before.node === go.node && (before.version === go.version || go.live || !isStanding))) return [];
  if (!isStanding) return [lastText(go)];
  return [go.live && before.live !== go.live && go.number < before.number ? say("heard.taken_back") : "", lastText(go), turn(go)];
}

export function Announcer({ go, hint, estimate, sound, notice, language }) {
  const before = useRef(null);
  const [{ text, times }, setHeard] = useState({ text: "", times: 0 });
  const tell = (told) => { if (told) setHeard((heard) => ({ text: told, times: heard.times + 1 })); };
  useEffect(() => {
    const last = before.current;
    before.current = go;
    tell(news(go, last).filter(Boolean).join(" "));
    if (sound && isMove(go, last)) moveSound({ pass: go.last === "pass", captured: go.captures[1 - go.to_play] - last.captures[1 - go.to_play] });
  }, [go.node, go.version, go.result, go.count?.dead]);
  useEffect(() => tell(hint ? hintText(hint, go.size) : estimate ? leadText(estimate) : ""), [hint, estimate]);
  useMessages(useCallback((message) => { if (message.kind === "heard") tell(message.text); }, []));
  const mine = !go.studying && !go.result && go.players.includes("gopy") && !isGopys(go, go.to_play) && go.node === go.live;
  useEffect(() => { document.title = mine ? say("heard.title") : "gopy"; }, [mine, language]);
  useEffect(() => { if (mine && notice && go.last) showNotice(`${lastText(go)} ${turn(go)}`); }, [mine, go.node]);
  return <p class="heard" role="status" aria-live="polite"><span key={times}>{text}</span></p>;
}
