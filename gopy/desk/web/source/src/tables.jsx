// The tables of the visitors of the local network, as small boards: for the teacher, who can open each.
import { send, useTold } from "./server.js";
import { SmallBoard } from "./games.jsx";
import { NAMES, resultText } from "./players.jsx";

export const TABLES = "Tables";

/** Whose table this is. */
export const Visitor = ({ name }) => <p class="visitor" title={`The table of ${name}`}>{name}</p>;

function standing({ result, studying, to_play }) {
  if (result) return resultText(result);
  return studying ? "studies" : `${NAMES[to_play]} to play`;
}

function Table({ table }) {
  const { name, path, pages, size, board, number } = table;
  return (
    <div class={"game-kept" + (pages ? "" : " away")}>
      <a class="open" href={path} target="_blank" rel="noopener">
        <SmallBoard board={board} size={size} />
        <span><b>{name}</b><small>{size}×{size} · move {number}</small><small>{standing(table)}</small>
          <small>{pages ? "here" : "not here"}</small></span>
      </a>
      <span class="tools">
        <button class="icon" aria-label={`Free the table of ${name}`} onClick={() => send("free_table", { table: name })}
          title="Send the visitor out. Who comes next with this name and the word gets the table with its games.">✕</button>
      </span>
    </div>
  );
}

export function TablesView() {
  const { tables: { address, word, tables } } = useTold();
  return (
    <main class="tables">
      <p class="invitation">Visitors open <b>{address}</b> and type the word <b class="word">{word}</b></p>
      {!tables.length && <p class="faint">Nobody has come in yet.</p>}
      <div class="tables-list">{tables.map((table) => <Table key={table.path} table={table} />)}</div>
    </main>
  );
}
