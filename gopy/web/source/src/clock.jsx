// The time that a side has left, ticking while its clock runs.
import { useTick } from "./engine.jsx";

/** [seconds, count] after so many seconds of thought, as GTP's time_left counts: stones or periods in overtime. */
function after([seconds, count], thought, clock) {
  let left = seconds - thought;
  if (left >= 0 || !clock.period) return [Math.max(0, left), count];
  if (clock.canadian) return count ? [0, count] : [Math.max(0, clock.period + left), clock.count];
  let periods = count ? count : clock.count + 1;
  while (left < 0 && periods > 0) {
    left += clock.period;
    periods -= 1;
  }
  return periods > 0 ? [left, periods] : [0, 0];
}

function minutes(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function Clock({ clock, at, colour }) {
  const running = clock.running === colour;
  useTick(running);
  const thought = (clock.mover === colour ? clock.thought : 0) + (running ? (performance.now() - at) / 1000 : 0);
  const [seconds, count] = after(clock.left[colour], thought, clock);
  const overtime = count ? ` · ${count} ${clock.canadian ? "moves" : "periods"}` : "";
  return <time class={"clock" + (running ? " running" : "") + (seconds < 10 ? " short" : "")}>{minutes(seconds)}{overtime}</time>;
}
