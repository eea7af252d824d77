// What those who hear the page are told: moves, captures, whose turn it is, results. The title of the window tells it too.
import { useEffect, useRef, useState } from "preact/hooks";
import { isGopys, resultText } from "./players.jsx";
import { nameOf, say } from "../../../languages/say.js";
import { moveSound } from "./sound.js";

/** Whether a move was made between two states; gopy's answer may be drawn together with the move before it. */
const isMove = (go, before) => before && before.size === go.size && [1, 2].includes(go.number - before.number) && go.last;

function news(go, before) {
  if (!isMove(go, before)) return go.result && !before?.result ? resultText(go.result) : "";
  const mover = 1 - go.to_play;
  const who = isGopys(go, mover) ? "gopy" : nameOf(mover);
  const count = go.captures[mover] - before.captures[mover];
  const played = say(`heard.${go.last === "pass" ? "passed" : count ? "captured" : "played"}`, { who, move: go.last, count });
  const next = go.result ? resultText(go.result) : isGopys(go, go.to_play) ? "" : go.players.includes("gopy") ? say("heard.your_turn") :
    say("heard.to_play", { colour: go.to_play });
  return `${played} ${next}`.trim();
}

export function Announcer({ go, sound, language }) {
  const before = useRef(null);
  const [text, setText] = useState("");
  useEffect(() => {
    const last = before.current, told = news(go, last);
    before.current = go;
    if (told) setText(told);
    if (sound && isMove(go, last)) moveSound({ pass: go.last === "pass", captured: go.captures[1 - go.to_play] - last.captures[1 - go.to_play] });
  }, [go.node, go.version, go.result]);
  const mine = !go.studying && !go.result && go.players.includes("gopy") && !isGopys(go, go.to_play) && go.node === go.live;
  useEffect(() => { document.title = mine ? say("heard.title") : "gopy"; }, [mine, language]);
  return <p class="heard" role="status" aria-live="polite">{text}</p>;
}
