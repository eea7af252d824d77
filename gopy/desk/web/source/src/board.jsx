// A Go board: Shudan's Goban, made as large as its place, with a cursor for the keyboard.
import { Goban } from "@sabaki/shudan";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { vertexOf } from "./squares.js";

/** The size of a square in pixels, so that the board fills the element. */
function useSquare(element, size, coordinates) {
  const [square, setSquare] = useState(24);
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth, clientHeight } = element.current;
      const across = size + (coordinates ? 2 : 0.5) + 0.3;
      setSquare(Math.max(8, Math.floor(Math.min(clientWidth, clientHeight) / across)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [size, coordinates]);
  return square;
}

export function Board({ size, label, className = "", coordinates = true, onPoint, onHover, ...maps }) {
  const place = useRef(null);
  const square = useSquare(place, size, coordinates);
  const [cursor, setCursor] = useState(null);

  function onKeyDown(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const middle = Math.floor(size / 2);
    const at = cursor ?? [middle, middle];
    if (steps[event.key]) {
      const step = steps[event.key];
      const move = (value, by) => Math.min(size - 1, Math.max(0, value + by));
      const next = cursor ? [move(at[0], step[0]), move(at[1], step[1])] : at;
      setCursor(next);
      onHover?.(next);
    } else if (event.key === "Enter" || event.key === " ") {
      if (cursor) onPoint?.(cursor);
    } else if (event.key === "Escape") {
      setCursor(null);
      onHover?.(null);
      event.currentTarget.blur();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The arrows are the board's only when the keyboard has led there: a press gives it no focus, and a click takes it away.
  return (
    <div class={`board ${className}`} ref={place} tabIndex={onPoint ? 0 : -1} role="application" onKeyDown={onKeyDown}
      onMouseDown={(event) => event.preventDefault()} onClick={() => document.activeElement?.blur()}
      aria-label={label + (cursor ? `, cursor on ${vertexOf(cursor, size)}` : "")}
      onBlur={() => { setCursor(null); onHover?.(null); }}>
      <Goban vertexSize={square} showCoordinates={coordinates} selectedVertices={cursor ? [cursor] : []}
        onVertexClick={onPoint && ((event, point) => onPoint(point))}
        onVertexPointerEnter={onHover && ((event, point) => { if (event.pointerType === "mouse") onHover(point); })}
        onVertexPointerLeave={onHover && ((event) => { if (event.pointerType === "mouse") onHover(null); })}
        {...maps} />
    </div>
  );
}
