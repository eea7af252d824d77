import { useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { Notices } from "./notices.jsx";

/** A window over the page that Escape closes. */
export function Dialog({ title, close, children, wide }) {
  const element = useRef(null);
  useLayoutEffect(() => {     // before the next key can come: it belongs to the window
    element.current.showModal();
    element.current.querySelector("button.primary")?.focus();
  }, []);
  return (
    <dialog ref={element} class={wide ? "wide" : ""} onClose={close} aria-label={title}
      onClick={(event) => { if (event.target === element.current) element.current.close(); }}>
      <div class="sheet">
        <header><h2>{title}</h2>
          <button class="icon" onClick={() => element.current.close()} aria-label={say("close")}>✕</button></header>
        {children}
      </div>
      <Notices />
    </dialog>
  );
}
