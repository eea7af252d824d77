// What the engine's process is doing, in a few words; while its search is compiled, with a bar.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
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

const DOING = { genmove: "thinking", analyse: "analysing", count: "counting", estimate: "estimating", choose: "thinking" };

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
  if (!connected) {
    return (
      <p class="engine lost" role="alert">{replaced ? "gopy web was started again, under another address: your game goes on there. Close this page." :
        "gopy web has ended or cannot be reached; trying again. Your game is kept."}</p>
    );
  }
  if (engine.state === "lost") {
    return <p class="engine lost" role="alert">The engine has stopped and is started again. Your game is kept.</p>;
  }
  if (engine.state === "starting") return <p class="engine">{engine.deaths ? "The engine starts again…" : "The engine starts…"}</p>;
  if (loading) {
    const seconds = engine.seconds + (performance.now() - engine.at) / 1000;
    const share = 1 - Math.exp(-1.5 * seconds / hello.compile_seconds);
    return (
      <p class="engine loading">
        <span>{seconds < 2.5 ? `Loading the search for ${engine.what}` :
          `Compiling the search for ${engine.what}, once: ${Math.floor(seconds)} s of about ${hello.compile_seconds}`}</span>
        <progress max="1" value={share} aria-label="Progress" />
      </p>
    );
  }
  const doing = DOING[any_game.doing] ?? DOING[go.doing];
  return (
    <p class={"engine" + (doing ? " busy" : "")}>
      <i aria-hidden="true" />gopy is {doing ?? "ready"}{returned ? " again" : ""}
    </p>
  );
}
