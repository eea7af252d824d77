// The games that are kept: a list with pictures, to open, to star and to delete.
import { useCallback, useEffect, useState } from "preact/hooks";
import { notify, send, useMessages } from "./server.js";
import { Dialog } from "./dialog.jsx";
import { nameOf, say } from "../../../languages/say.js";
import { resultText } from "./players.jsx";
import { strengthText } from "./strength.jsx";

/** A small picture of a position. */
export function SmallBoard({ board, size }) {
  const stones = [...board].flatMap((stone, index) => stone === "." ? [] : [[stone, index % size, Math.floor(index / size)]]);
  const lines = Array.from({ length: size }, (_, index) => `M.5 ${index + 0.5}H${size - 0.5}M${index + 0.5} .5V${size - 0.5}`).join("");
  return (
    <svg class="small-board" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <rect width={size} height={size} rx={size / 40} /><path d={lines} />
      {stones.map(([stone, x, y]) => <circle key={`${x} ${y}`} class={stone} cx={x + 0.5} cy={y + 0.5} r=".47" />)}
    </svg>
  );
}

function whenText(seconds) {
  const language = document.documentElement.lang;
  const then = new Date(1000 * seconds), now = new Date();
  const time = then.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === now.toDateString()) return say("games.today", { time });
  return `${then.toLocaleDateString(language)} ${time}`;
}

function playersText({ players, names, strength }) {
  if (names?.some(Boolean)) return names.map((name, colour) => name || nameOf(colour)).join(" – ");
  const alone = !players.includes("gopy");
  return players.map((player, colour) => player === "gopy" ? `gopy ${strengthText(strength)}` : alone ? nameOf(colour) :
    say("player.you_as", { colour: colour })).join(" – ");
}

function KeptGame({ game, now, close }) {
  const remove = () => {
    send("delete_game", { game: game.game });
    notify({ kind: "offer", key: "games.deleted", label: "undo", do: "restore_game", fields: { game: game.game } });
  };
  return (
    <div class={"game-kept" + (now ? " now" : "")}>
      <button class="open" onClick={() => { send("open_game", { game: game.game }); close(); }}>
        <SmallBoard board={game.board} size={game.size} />
        <span><b>{playersText(game)}</b><small>{game.size}×{game.size} · {say("games.move", { number: game.number })}</small>
          <small>{game.result ? resultText(game.result) : say(now ? "games.on_board" : "games.not_over")}</small><small>{whenText(game.when)}</small></span>
      </button>
      <span class="tools">
        <button class="icon" aria-pressed={!!game.star} aria-label={say(game.star ? "games.unstar" : "games.star")}
          onClick={() => send("star_game", { game: game.game, on: !game.star })}>{game.star ? "★" : "☆"}</button>
        <button class="icon" aria-label={say("games.delete")} onClick={remove}>✕</button>
      </span>
    </div>
  );
}

export function Games({ close }) {
  const [list, setList] = useState(null);
  useMessages(useCallback((message) => { if (message.kind === "games") setList(message); }, []));
  useEffect(() => send("games"), []);
  return (
    <Dialog title={say("games.title")} close={close} wide>
      {!list ? <p class="faint">{say("games.reading")}</p> : !list.games.length ? <p class="faint">{say("games.none")}</p> :
        <div class="games-kept">{list.games.map((game) => <KeptGame key={game.game} game={game} now={game.game === list.now} close={close} />)}</div>}
    </Dialog>
  );
}
