// The tables of the visitors of the local network, as small boards: for the teacher, who can open each.
import { say } from "../../../languages/say.js";
import { send, useTold } from "./server.js";
import { SmallBoard } from "./games.jsx";
import { resultText, turnText } from "./players.jsx";

/** Whose table this is. */
export const Visitor = ({ name }) => <p class="visitor" title={say("tables.of", { name })}>{name}</p>;

function standing(table) {
  if (table.result) return resultText(table.result);
  return table.studying ? say("tables.studies") : turnText(table);
}

/** Shows a board to everybody, or no longer: the table of a name or, without one, the teacher's own. */
function ShowAll({ name = "", shown }) {
  return (
    <button class="switch" aria-pressed={shown === name} title={say("tables.show_hint")} aria-label={name ? say("tables.show_of", { name }) : undefined}
      onClick={() => send("show_table", shown === name ? { on: false } : { on: true, table: name })}>{say(name ? "tables.show" : "tables.show_own")}</button>
  );
}

function Table({ table, shown }) {
  const { name, path, pages, size, board, number } = table;
  return (
    <div class={"game-kept" + (pages ? "" : " away")}>
      <a class="open" href={path} target="_blank" rel="noopener">
        <SmallBoard board={board} size={size} />
        <span><b>{name}</b><small>{size}×{size} · {say("games.move", { number })}</small><small>{standing(table)}</small>
          <small>{say(pages ? "tables.here" : "tables.away")}</small></span>
      </a>
      <span class="tools">
        <ShowAll name={name} shown={shown} />
        <button class="icon" aria-label={say("tables.free", { name })} onClick={() => send("free_table", { table: name })}
          title={say("tables.free_hint")}>✕</button>
      </span>
    </div>
  );
}

/** How visitors come in. The places in the phrase stay until here, where what stands in them is in bold. */
function Invitation({ address, word }) {
  const shown = { "{address}": <b>{address}</b>, "{word}": <b class="word">{word}</b> };
  return <p class="invitation">{say("tables.invitation").split(/(\{\w+\})/).map((part) => shown[part] ?? part)}</p>;
}

export function TablesView() {
  const { tables: { address, word, shown, tables } } = useTold();
  return (
    <main class="tables">
      <Invitation address={address} word={word} />
      {!tables.length && <p class="faint">{say("tables.none")}</p>}
      {!!tables.length && <div class="buttons"><ShowAll shown={shown} /></div>}
      <div class="tables-list">{tables.map((table) => <Table key={table.path} table={table} shown={shown} />)}</div>
    </main>
  );
}
