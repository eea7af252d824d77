// The connection to the server. What the server has told last is in `told`, by kind; components are told of changes.
import { useEffect, useState } from "preact/hooks";

export const told = { connected: false };
const listeners = new Set();
const handlers = new Set();
let socket = null;
let wait = 250;

let announced = false;
let version = 0;        // how often something has been told

/** Draw what has been told, once for all messages that come between two frames. */
function announce() {
  version += 1;
  if (announced) return;
  announced = true;
  const draw = () => {
    if (!announced) return;
    announced = false;
    for (const listener of listeners) listener();
  };
  requestAnimationFrame(draw);
  setTimeout(draw, 50);       // a page in the background has no frames
}

function take(message) {
  const { kind } = message;
  if (kind === "tree") message.byNumber = new Map(message.nodes.map((row) => [row[0], row]));
  if (kind === "analysis") {
    const row = told.tree?.byNumber.get(message.node);
    if (row) row[4] = message.winrate;
  }
  if (kind === "engine") message.at = performance.now();
  if (kind === "go") message.at = performance.now();
  told[kind] = message;
  for (const handler of handlers) handler(message);
}

export function connect() {
  socket = new WebSocket(new URL("socket", location.href).href.replace(/^http/, "ws"));
  socket.onopen = () => {
    told.connected = true;
    wait = 250;
    announce();
  };
  socket.onmessage = (event) => {
    take(JSON.parse(event.data));
    announce();
  };
  socket.onclose = () => {
    told.connected = false;
    announce();
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 5000);
  };
}

/** Ask the server for something: `send("play", { vertex: "D4" })`. */
export function send(kind, fields = {}) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: kind, ...fields }));
}

/** Send the bytes of a game record. */
export function sendRecord(buffer) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(buffer);
}

/** Draw the component again whenever the server tells something. */
export function useTold() {
  const [, draw] = useState(version);
  useEffect(() => {
    const listener = () => draw(version);
    listeners.add(listener);
    listener();         // of what was told after the component was drawn and before it listened
    return () => listeners.delete(listener);
  }, []);
  return told;
}

/** Call `handler(message)` with each message. */
export function useMessages(handler) {
  useEffect(() => {
    handlers.add(handler);
    return () => handlers.delete(handler);
  });
}
