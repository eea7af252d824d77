// The wheel over the board: one move a notch, or one more move of a line of play that is pointed at.
import { useEffect, useRef } from "preact/hooks";

/** Movement of the wheel that counts as a notch; touchpads send many small ones. */
const NOTCH = 60;

/** `step(count)` goes along the game; `pv` is the line that is drawn, `setPv` draws another. */
export function useWheel(place, step, pv, setPv) {
  const now = useRef({});
  if (!pv || pv.length > (now.current.whole?.length ?? 0)) now.current.whole = pv;
  Object.assign(now.current, { step, pv, setPv });
  useEffect(() => {
    let moved = 0;
    const wheel = (event) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      moved += event.deltaY;
      if (Math.abs(moved) < NOTCH) return;
      const count = Math.sign(moved);
      moved = 0;
      const { step, pv, setPv, whole } = now.current;
      if (pv && whole) setPv(whole.slice(0, Math.max(1, Math.min(whole.length, pv.length + count))));
      else step(count);
    };
    const element = place.current;
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, []);
}
