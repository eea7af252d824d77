// The connection to the server. What the server has told last is in `told`, by kind; components are told of changes.
import { useLayoutEffect, useState } from "preact/hooks";

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

/** A tree whose position is still to come. Drawn before, it would lack the node that the position before points at. */
let nextTree = null;

function take(message) {
  const { kind } = message;
  if (kind === "tree") {
    message.byNumber = new Map(message.nodes.map((row) => [row[0], row]));
    nextTree = message;
    return;
  }
  if (kind === "go" && nextTree?.version === message.version) [told.tree, nextTree] = [nextTree, null];
  if (kind === "analysis") {
    const row = told.tree?.byNumber.get(message.node);
    if (row) [row[4], row[6]] = [message.winrate, message.score];
  }
  if (kind === "judged" && message.answer) {
    const mistake = told.review.mistakes?.find((each) => each.number === message.number);
    if (mistake) mistake.answers[message.vertex] = message.answer;
  }
  if (kind === "engine") message.at = performance.now();
  if (kind === "go") message.at = performance.now();
  told[kind] = message;
  if (kind === "saved" && fileName) message.name = fileName;
  notify(message);
}

export function connect() {
  socket = new WebSocket(new URL("socket", location.href).href.replace(/^http/, "ws"));
  socket.onopen = () => {
    told.connected = true;
    told.replaced = false;
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
    fetch(location.pathname, { method: "HEAD" }).then((answer) => {     // a server with another token refuses us
      if (answer.status === 403 && told.hello?.visitor) location.replace("/");       // to the door, for the new word
      told.replaced = answer.status === 403;
      announce();
    }, () => {});
    setTimeout(connect, wait);
    wait = Math.min(2 * wait, 5000);
  };
}

/** Give a message of the page's own to those who await messages: { kind: "error", key }. */
export function notify(message) {
  for (const handler of handlers) handler(message);
}

function give(data) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(data);
  else notify({ kind: "error", key: "engine.unreachable" });
}

/** Ask the server for something: `send("play", { vertex: "D4" })`. */
export function send(kind, fields = {}) {
  if (["new", "open_game", "go_on", "bring_back"].includes(kind)) fileName = null;
  give(JSON.stringify({ do: kind, ...fields }));
}

/** The name of the file that was opened last; a record of it is saved under this name. */
let fileName = null;

/** Send the bytes of a game record, from a file of this name or from elsewhere. It is saved as SGF, whatever it was. */
export function sendRecord(buffer, name = null) {
  fileName = name?.replace(/\.(gib|ngf)$/i, ".sgf") ?? null;
  give(buffer);
}

/** Save the game: what the server has or, when it is gone, what it has told last. */
export function save() {
  if (told.connected) send("save");
  else notify({ kind: "saved", name: fileName ?? "gopy.sgf", text: told.record.text });
}

/** Draw the component again whenever the server tells something. */
export function useTold() {
  const [, draw] = useState(version);
  useLayoutEffect(() => {
    const listener = () => draw(version);
    listeners.add(listener);
    listener();         // of what was told after the component was drawn and before it listened
    return () => listeners.delete(listener);
  }, []);
  return told;
}

/** Call `handler(message)` with each message. */
export function useMessages(handler) {
  useLayoutEffect(() => {
    handlers.add(handler);
    return () => handlers.delete(handler);
  });
}
