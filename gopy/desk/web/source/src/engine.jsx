// What the engine's process is doing, in a few words; while its search is compiled, with a bar.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { useMessages, useTold } from "./server.js";

/** Draw again every so many milliseconds while `running`. */
export function useTick(running, milliseconds = 250) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), milliseconds);
    return () => clearInterval(timer);
  }, [running, milliseconds]);
}

/** What is told of what the engine was asked for. */
const DOING = ["genmove", "analyse", "count", "estimate", "choose"];

export function EngineState() {
  const { engine, go, any_game, connected, replaced, hello } = useTold();
  const [returned, setReturned] = useState(false);
  const deaths = useRef(engine.deaths);
  useMessages(useCallback((message) => {
    if (message.kind !== "engine" || message.state !== "ready" || message.deaths === deaths.current) return;
    deaths.current = message.deaths;
    setReturned(true);
    setTimeout(() => setReturned(false), 10_000);
  }, []));
  const loading = engine.state === "loading";
  useTick(loading, 200);
  if (!connected) return <p class="engine lost" role="alert">{say(replaced ? "engine.moved" : "engine.ended")}</p>;
  if (engine.state === "lost") return <p class="engine lost" role="alert">{say("engine.stopped")}</p>;
  if (engine.state === "starting") return <p class="engine">{say(engine.deaths ? "engine.starts_again" : "engine.starts")}</p>;
  if (loading) {
    const seconds = engine.seconds + (performance.now() - engine.at) / 1000, about = hello.compile_seconds;
    const share = 1 - Math.exp(-1.5 * seconds / about);
    return (
      <p class="engine loading">
        <span>{say(seconds < 2.5 ? "engine.loading" : "engine.compiling", { what: engine.what, seconds: Math.floor(seconds), about })}</span>
        <progress max="1" value={share} aria-label={say("progress")} />
      </p>
    );
  }
  const doing = [any_game.doing, go.doing].find((each) => DOING.includes(each));
  return (
    <p class={"engine" + (doing ? " busy" : "")}>
      <i aria-hidden="true" />{say(`engine.${doing ?? (returned ? "ready_again" : "ready")}`)}
    </p>
  );
}
