// Sentences that go away by themselves. They stand on the page and in the window that is open, because what lies behind it takes no clicks.
import { useLayoutEffect, useState } from "preact/hooks";
import { say } from "../../../languages/say.js";
import { send, useMessages } from "./server.js";

/** How long a sentence of each kind stays. An offer has a button that takes back what has happened. */
const SECONDS = { error: 5, note: 5, offer: 12 };

/** At most so many stand at a time. */
const MOST = 3;

let notices = [];
const places = new Set();

function change(next) {
  notices = next;
  for (const draw of places) draw(notices);
}

const end = (notice) => change(notices.filter((each) => each !== notice));

/** Whether an offer takes back the same as another one: then the older could bring back no more than the newer. */
const isSame = (offer, other) => offer.kind === "offer" && offer.do === other.do && offer.fields?.game === other.fields?.game;

function take(message) {
  if (!(message.kind in SECONDS)) return;
  const notice = { ...message, id: Math.random() };
  change([...notices.filter((each) => !isSame(each, notice)).slice(1 - MOST), notice]);
  setTimeout(() => end(notice), 1000 * SECONDS[message.kind]);
}

/** Take in what is told; once on a page. */
export const useNotices = () => useMessages(take);

/** What a notice says: by its key or, where there is none, the English sentence of the server. A value may be such a sentence itself. */
const sentence = ({ key, values = {}, text }) => key ?
  say(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.key ? sentence(value) : value]))) : text;

export function Notices() {
  const [shown, draw] = useState(notices);
  useLayoutEffect(() => {
    places.add(draw);
    return () => places.delete(draw);
  }, []);
  return (
    <div class="notices" role="status" aria-live="polite">
      {shown.map((notice) => (
        <p key={notice.id} class={notice.kind === "error" ? "bad" : ""}>{sentence(notice)}
          {notice.kind === "offer" && <button onClick={() => { send(notice.do, notice.fields); end(notice); }}>{say(notice.label)}</button>}</p>
      ))}
    </div>
  );
}
