// Notices of the browser, for who has gone to another window while gopy thinks.
import { notify } from "./server.js";

/** Whether the browser lets us show notices: it asks the person, and so this may only answer a press of theirs. */
export async function mayNotify() {
  const answer = await globalThis.Notification?.requestPermission();
  if (answer !== "granted") notify({ kind: "note", key: "look.notice.refused" });
  return answer === "granted";
}

/** Show a notice if nobody sees the page; another one takes its place. */
export function showNotice(text) {
  if (!document.hidden) return;
  try {
    new Notification("gopy", { body: text, tag: "gopy" });
  } catch { /* browsers of phones know none from a page: the title tells it */ }
}
