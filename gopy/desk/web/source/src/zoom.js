// A board that is larger than its place: by two fingers or by buttons. One finger moves it then, as it scrolls any page.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** A square of this many pixels is large enough. */
const LARGEST = 56;

/** How much larger a press of the button makes the board. */
const STEP = 1.6;

/** {scale, larger, smaller}: how many times as large as its place the board in `element` is. `fit` is its square there, in pixels. */
export function useZoom(element, fit) {
  const [scale, setScale] = useState(1);
  const most = Math.max(1, LARGEST / fit);
  const now = useRef({});
  Object.assign(now.current, { scale, most });

  /** Be another number of times as large, with what lies at [x, y] of the element where it is. */
  const to = (wanted, [x, y]) => {
    const { scale, most } = now.current, next = Math.min(Math.max(wanted, 1), most), { scrollLeft, scrollTop } = element.current;
    if (next === scale) return;
    const grown = next / scale;
    now.current.place = [grown * (scrollLeft + x) - x, grown * (scrollTop + y) - y];
    now.current.scale = next;
    setScale(next);
  };
  useLayoutEffect(() => {
    if (now.current.place) element.current.scrollTo(...now.current.place);
    now.current.place = null;
  }, [scale]);
  useEffect(() => { if (scale > most) setScale(most); }, [scale, most]);

  useEffect(() => {
    let from = null;            // the distance of the fingers and the scale when there came to be two
    const distance = ([first, second]) => Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
    const pinch = (event) => {
      if (event.touches.length !== 2) {
        from = null;
        return;
      }
      event.preventDefault();
      const [first, second] = event.touches, box = element.current.getBoundingClientRect();
      from ??= { distance: distance(event.touches), scale: now.current.scale };
      to(from.scale * distance(event.touches) / from.distance,
        [(first.clientX + second.clientX) / 2 - box.left, (first.clientY + second.clientY) / 2 - box.top]);
    };
    const place = element.current, names = ["touchstart", "touchmove", "touchend"];
    for (const name of names) place.addEventListener(name, pinch, { passive: false });
    return () => { for (const name of names) place.removeEventListener(name, pinch); };
  }, []);

  const middle = () => [element.current.clientWidth / 2, element.current.clientHeight / 2];
  return { scale, most, larger: (at = middle()) => to(scale * STEP, at), smaller: () => to(scale < STEP * 1.01 ? 1 : scale / STEP, middle()) };
}
