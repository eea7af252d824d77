// The time that a side has left. The server tells it, and tells it anew when a period ends: here only the seconds run down.
import { useTick } from "./engine.jsx";

function minutes(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function Clock({ clock, at, colour }) {
  const running = clock.running === colour;
  useTick(running);
  const side = clock.sides[colour];
  const seconds = Math.max(0, side.seconds - (running ? (performance.now() - at) / 1000 : 0));
  return (
    <time class={"clock" + (running ? " running" : "") + (seconds < 10 ? " short" : "")}>
      {minutes(seconds)}{side.count && ` · ${side.count}`}
    </time>
  );
}
