// Keys that hold for the whole page.
import { useLayoutEffect, useRef } from "preact/hooks";

/** `actions` are functions by key: "a", "ArrowLeft", "Shift+ArrowLeft", "Ctrl+s". Keys in fields and windows are theirs. */
export function useKeys(actions) {
  const now = useRef(actions);
  now.current = actions;
  useLayoutEffect(() => {
    const key = (event) => {
      if (event.target.closest("input, textarea, select, dialog") || event.altKey) return;
      const shift = event.shiftKey && event.key.length > 1 ? "Shift+" : "";
      const name = (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + shift + event.key;
      const action = now.current[name] ?? now.current[name.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
}
