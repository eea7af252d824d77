// A Go board: Shudan's Goban, made as large as its place, with a cursor for the keyboard and taps that can be corrected.
import { Goban } from "@sabaki/shudan";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { LETTERS } from "../../../review/exercise.js";
import { say } from "../../../languages/say.js";
import { vertexOf } from "./squares.js";
import { Overlay } from "./overlay.jsx";
import { useZoom } from "./zoom.js";
import "./teaching.css";

/** Points that are smaller, in pixels, are missed by fingers: there a second tap plays. */
const EASY = 24;

/** On these sizes five points have stars, as on boards of wood. */
const FEW_STARS = [9, 11, 13];

/** How columns and rows are called beside the board, by kind: [from the left, from the top]. In sentences points are A1 and so on. */
const NAMES = {
  yes: [(x) => LETTERS[x], (y, size) => size - y],
  numbers: [(x) => x + 1, (y) => y + 1],
  letters: [(x) => String.fromCharCode(97 + x), (y) => String.fromCharCode(97 + y)],
};

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

const isTouch = (event) => event.pointerType ? event.pointerType === "touch" : matchMedia("(pointer: coarse)").matches;

/** `said(point)` tells what is on a point, for those who hear the board; `asks(point)` whether a tap there is to be confirmed; `titled(point)` what
    is told where the pointer rests, or "". A tap is forgotten when there is another `position`, if it is given. `taps` says which
    taps play: "small", at once but on small points; "once", at once; "always", the second, and the second click too.
    `names` is a kind of NAMES, or "no". `lesson` is what Teaching draws and says, see teaching.js. */
export function Board({ size, label, className = "", names = "yes", onPoint, onHover, said, asks, titled, position, loose, taps = "small", lesson, frame, lines = [], ...maps }) {
  const place = useRef(null), coordinates = names in NAMES;
  const fit = useSquare(place, size, coordinates);
  const { scale, most, larger, smaller } = useZoom(place, fit);
  const square = Math.floor(fit * scale);
  const [cursor, setCursor] = useState(null);
  const [aimed, setAimed] = useState(null);       // where a finger has tapped once
  useLayoutEffect(() => setAimed(null), [size, position ?? maps.signMap]);       // a line that is drawn, and the next report, leave it
  const under = useRef(null);                     // the point under the mouse, to which Shudan gives its label as title when it is drawn again
  const entitle = () => {
    const text = under.current && titled?.(under.current.point);
    if (text) under.current.element.title = text;
  };
  useLayoutEffect(entitle);

  useEffect(() => { if (cursor && scale > 1) place.current.querySelector(".shudan-selected")?.scrollIntoView({ block: "nearest", inline: "nearest" }); },
    [cursor, scale]);

  function onKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
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
      if (cursor) onPoint?.(cursor, true);
    } else if (event.key === "Escape") {
      setCursor(null);
      onHover?.(null);
      event.currentTarget.blur();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function click(event, point) {
    const again = aimed && String(aimed) === String(point);
    if (!again && (taps === "always" || (taps === "small" && isTouch(event) && (square < EASY || asks?.(point))))) {
      setAimed(point);
      onHover?.(point);
      return;
    }
    if (aimed) onHover?.(null);
    setAimed(null);
    onPoint(point);
  }

  const cross = aimed ? [{ v1: [0, aimed[1]], v2: [size - 1, aimed[1]] }, { v1: [aimed[0], 0], v2: [aimed[0], size - 1] }] : [];
  const [[left, top], [right, bottom]] = frame ?? [[], []];
  const around = frame ? [[[left, top], [right, top]], [[right, top], [right, bottom]], [[right, bottom], [left, bottom]], [[left, bottom], [left, top]]]
    .map(([v1, v2]) => ({ v1, v2 })) : [];
  const chosen = [cursor, aimed, ...(frame ?? [])].filter(Boolean);
  // The arrows are the board's only when the keyboard has led there: a press gives it no focus, and a click takes it away.
  return (
    <div class="stage">
      <div class={`board ${className}` + (FEW_STARS.includes(size) ? " few-stars" : "") + (square % 2 ? " odd" : "") + (scale > 1 ? " large" : "") + (aimed ? " aiming" : "")} ref={place}
        tabIndex={onPoint ? 0 : -1} role="application" onKeyDown={onKeyDown}
        onMouseDown={(event) => event.preventDefault()} onClick={() => document.activeElement?.blur()}
        aria-label={[label, ...(cursor ? [say("board.cursor", { vertex: vertexOf(cursor, size) }), said?.(cursor)] : [])].filter(Boolean).join(", ")}
        onBlur={() => { setCursor(null); onHover?.(null); }}>
        <div class="fits"><Goban vertexSize={square} fuzzyStonePlacement={loose} showCoordinates={coordinates}
          coordX={NAMES[names]?.[0]} coordY={(y) => NAMES[names]?.[1](y, size)} selectedVertices={chosen} lines={[...lines, ...cross, ...around]}
          onVertexClick={onPoint && click}
          onVertexPointerEnter={onHover && ((event, point) => {
            if (event.pointerType !== "mouse") return;
            under.current = { element: event.currentTarget, point };
            entitle();
            onHover(point);
          })}
          onVertexPointerLeave={onHover && ((event) => {
            if (event.pointerType !== "mouse") return;
            event.currentTarget.title = "";
            under.current = null;
            onHover(null);
          })}
          {...maps} />
          {lesson && <Overlay figures={lesson} size={size} square={square} edge={square * (coordinates ? 1 : 0.25)} />}</div>
      </div>
      {lesson && <p class={"note" + (lesson.high ? " high" : "")} role="status" aria-live="polite">{lesson.note && <span key={lesson.times}>{lesson.note}</span>}</p>}
      {aimed && <p class="confirm" role="status">{say("board.again", { vertex: vertexOf(aimed, size) })}</p>}
      {(fit < EASY || scale > 1) && <div class="zoom">
        {scale > 1 && <button aria-label={say("zoom.out")} title={say("zoom.out")} onClick={smaller}>−</button>}
        {scale < most && <button aria-label={say("zoom.in")} title={say("zoom.in")} onClick={() => larger()}>+</button>}
      </div>}
    </div>
  );
}
