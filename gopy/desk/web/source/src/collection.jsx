// A file with several games: which of them to open.
import { useCallback, useState } from "preact/hooks";
import { send, useMessages } from "./server.js";
import { say } from "../../../languages/say.js";
import { Dialog } from "./dialog.jsx";

export function Collection() {
  const [games, setGames] = useState(null);
  useMessages(useCallback((message) => { if (message.kind === "collection") setGames(message.games); }, []));
  if (!games) return null;
  return (
    <Dialog title={say("collection.title", { count: games.length })} close={() => setGames(null)} wide>
      <div class="collection">
        {games.map((title, number) => (
          <button key={number} onClick={(event) => { send("open_of_collection", { number }); event.currentTarget.closest("dialog").close(); }}>
            <b>{number + 1}</b> {title}</button>
        ))}
      </div>
    </Dialog>
  );
}
