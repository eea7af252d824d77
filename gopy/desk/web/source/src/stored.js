// What the browser remembers of the page. Another server on this machine may have had our origin, and may have stored anything.
import { useState } from "preact/hooks";

function recall(key, fits) {
  try {
    const value = JSON.parse(localStorage.getItem(key));
    return fits(value) ? value : null;
  } catch {
    return null;        // no JSON, or the browser stores nothing
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* the storage is full or forbidden: the page forgets when it is closed */ }
}

/** A state that outlives the page. What is stored counts only if `fits(value)`; until then it is `first`. */
export function useStored(name, first, fits) {
  const key = `gopy.${name}`;
  const [value, set] = useState(() => recall(key, fits) ?? first);
  // Kept at once: what shows it may be gone before an effect would run.
  const keep = (next) => set((before) => {
    const after = typeof next === "function" ? next(before) : next;
    remember(key, after);
    return after;
  });
  return [value, keep];
}
