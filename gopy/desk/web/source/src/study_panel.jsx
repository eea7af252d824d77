// The panel of a game that is studied: analysis, graph, variations, comments, and the way back into play.
import { useState } from "preact/hooks";
import { AskReview } from "./review.jsx";
import { say } from "../../../languages/say.js";
import { send } from "./server.js";
import { SIDES, SideSelect, Strength, sideOf } from "./strength.jsx";

export function StudyButtons({ go, review, act, pass, askHint, tellAbout }) {
  return (
    <div class="buttons">
      <button onClick={pass} disabled={go.doing === "genmove"}>{say("button.pass")}</button>
      {go.doing === "genmove" ? <button onClick={() => send("stop")}>{say("button.stop")}</button> :
        <button onClick={() => act("genmove")} title={say("button.gopy_moves_hint")}>{say("button.gopy_moves")}</button>}
      <button onClick={askHint} disabled={go.doing === "genmove"} title={say("button.hint_hint")}>{say("button.hint")}</button>
      {!go.capture && <AskReview review={review} />}
      <button onClick={tellAbout} title={say("button.about_hint")}>{say("button.about")}</button>
    </div>
  );
}

const NUMBERED = { 0: null, 5: "study.last_5", 9999: "study.all" };

/** How many of the last moves have numbers on the board: none, five, all. */
export const areNumbers = (count) => count in NUMBERED;
export const nextNumbers = (count) => ({ 0: 5, 5: 9999, 9999: 0 })[count];

export function Switches({ go, shown, toggle, analyse, estimate, askEstimate, numbers, setNumbers }) {
  return (
    <div class="switches">
      {!go.capture && <>
        <button class="switch" aria-pressed={go.analysing} onClick={analyse}>{say("study.analysis")}</button>
        <button class="switch" aria-pressed={shown.heat} onClick={() => toggle("heat")}>{say("study.heat")}</button>
        <button class="switch" aria-pressed={shown.ownership} onClick={() => toggle("ownership")}>{say("study.ownership")}</button>
      </>}
      <button class="switch" aria-pressed={numbers > 0} onClick={() => setNumbers(nextNumbers)} title={say("study.numbers")}>
        1 2 3{numbers ? `: ${say(NUMBERED[numbers])}` : ""}</button>
      {!go.capture && <button class="switch" aria-pressed={!!estimate} onClick={askEstimate} disabled={go.doing === "genmove"}>{say("button.score")}</button>}
    </div>
  );
}

/** Plays on from the position that is shown, whoever has played the game so far. */
export function PlayOn({ go }) {
  const gopys = (go.names ?? []).map((name) => /^gopy/i.test(name));
  const known = gopys[0] === gopys[1] ? sideOf(go.players) : gopys[0] ? "white" : "black";
  const [side, setSide] = useState(known === "both" && go.names ? (go.to_play ? "white" : "black") : known);
  const [strength, setStrength] = useState(go.strength);
  const begin = () => send("go_on", { black: SIDES[side][0], white: SIDES[side][1], strength });
  return (
    <div class="sides">
      <label>{say("side.you")}<SideSelect value={side} onChange={setSide} /></label>
      <label>gopy<Strength value={strength} onChange={setStrength} /></label>
      <button onClick={begin}>{say("study.play_on")}</button>
    </div>
  );
}

export function Comment({ node, text }) {
  return (
    <textarea class="comment" rows="1" placeholder={say("study.comment")} aria-label={say("study.comment")} maxLength={20_000}
      defaultValue={text} onChange={(event) => send("comment", { node, text: event.currentTarget.value })} />
  );
}
