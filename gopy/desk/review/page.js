// The page of a review: steps through the game, and asks for better moves. What it knows stands in the element #review, as JSON.
import { graph, margin, moveCursor, movePointed, percent, turnAt, turnText } from "./graph.js";
import { LETTERS, hintText, judged, mistakeBeside, partOf, scoreText, solution, taskText } from "./exercise.js";
import { nameOf, speak } from "../languages/say.js";

const review = JSON.parse(document.getElementById("review").textContent);
speak("en", review.phrases);
const STEP = 20, size = review.size;
const $ = id => document.getElementById(id);
$("graph").innerHTML = graph(review, {width: 640, height: 220});
const drawing = $("graph").firstElementChild;
// What the moves that lead to the turns cost: nothing is known of the one before the first turn.
const costly = {...review, losses: [null, ...review.losses], points: [null, ...review.points]};
const other = colour => colour === "B" ? "W" : "B";

// A vertex like "D4" as [row from the top, column]; null for a pass.
const place = vertex => vertex === "pass" ? null : [size - Number(vertex.slice(1)), LETTERS.indexOf(vertex[0])];
const vertexOf = (row, column) => LETTERS[column] + (size - row);
const near = ([row, column]) => [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]]
  .filter(([r, c]) => r >= 0 && c >= 0 && r < size && c < size);

// The stones of the chain at a place, if it has no liberty; else none.
function breathless(board, start) {
  const colour = board[start[0]][start[1]], seen = new Set([String(start)]), chain = [start];
  for (const at of chain) {
    for (const next of near(at)) {
      const found = board[next[0]][next[1]];
      if (found === ".") return [];
      if (found === colour && !seen.has(String(next))) { seen.add(String(next)); chain.push(next); }
    }
  }
  return chain;
}

function played(board, colour, vertex) {
  const after = board.map(row => row.slice()), at = place(vertex);
  if (!at) return after;
  after[at[0]][at[1]] = colour;
  const take = chain => chain.forEach(([row, column]) => { after[row][column] = "."; });
  near(at).filter(([row, column]) => after[row][column] === other(colour)).forEach(next => take(breathless(after, next)));
  take(breathless(after, at));
  return after;
}

const boards = [review.start.map(row => row.split(""))];
review.moves.forEach(([colour, vertex]) => boards.push(played(boards[boards.length - 1], colour, vertex)));

// What is shown: the position after `turn` moves, the line of play drawn on it, and the mistake that is asked about.
const shown = {turn: review.turns[0], line: [], by: "B", owners: false, trying: null, hint: 0, spot: null};
const solved = new Set(), given = new Set();

function boardSvg() {
  const side = STEP * (size + 1), index = review.turns.indexOf(shown.turn), board = boards[shown.turn], parts = [];
  const at = (row, column) => [STEP * (column + 1), STEP * (row + 1)];
  let grid = "";
  for (let k = 1; k <= size; k++) grid += `M${STEP} ${STEP * k}H${side - STEP}M${STEP * k} ${STEP}V${side - STEP}`;
  parts.push(`<rect class="wood" width="${side}" height="${side}"/><path class="grid" d="${grid}"/>`);
  review.stars.forEach(vertex => { const [x, y] = at(...place(vertex)); parts.push(`<circle class="star" cx="${x}" cy="${y}" r="2"/>`); });
  for (let k = 0; k < size; k++) {
    parts.push(`<text class="edge" x="${STEP * (k + 1)}" y="${side - 4}">${LETTERS[k]}</text>`,
      `<text class="edge" x="7" y="${STEP * (k + 1) + 3}">${size - k}</text>`);
  }
  if (shown.owners && index >= 0 && !shown.trying) {
    review.ownership[index].forEach((value, k) => {
      if (Math.abs(value) >= 8) {
        parts.push(`<rect class="${value > 0 ? "ob" : "ow"}" x="${STEP * (k % size) + 10}" y="${STEP * Math.floor(k / size) + 10}" `
          + `width="${STEP}" height="${STEP}" opacity="${(Math.abs(value) * 0.006).toFixed(2)}"/>`);
      }
    });
  }
  const stone = (row, column, colour, more) => { const [x, y] = at(row, column);
    return `<circle class="${more}${colour.toLowerCase()}" cx="${x}" cy="${y}" r="9"/>`; };
  board.forEach((line, row) => line.forEach((colour, column) => { if (colour !== ".") parts.push(stone(row, column, colour, "")); }));
  const before = shown.turn > 0 && !shown.line.length && place(review.moves[shown.turn - 1][1]);
  if (before) { const [x, y] = at(...before); parts.push(`<circle class="spot" cx="${x}" cy="${y}" r="5"/>`); }
  let colour = shown.by;
  const seen = new Set();
  shown.line.forEach((vertex, k) => {
    const where = place(vertex);
    if (where && !seen.has(vertex) && board[where[0]][where[1]] === ".") {
      const [x, y] = at(...where);
      parts.push(stone(...where, colour, "line "), `<text class="n${colour.toLowerCase()}" x="${x}" y="${y + 4}">${k + 1}</text>`);
    }
    seen.add(vertex);
    colour = other(colour);
  });
  if (shown.trying && shown.hint) {
    const where = place(shown.trying.better);
    if (where && shown.hint === 1) {
      const [row, column, half] = partOf(where, size);
      parts.push(`<rect class="part" x="${STEP * column + 10}" y="${STEP * row + 10}" width="${STEP * half}" height="${STEP * half}"/>`);
    } else if (where) { const [x, y] = at(...where); parts.push(`<circle class="mark" cx="${x}" cy="${y}" r="9"/>`); }
  }
  if (shown.spot) {
    const [x, y] = at(...shown.spot);
    parts.push(`<rect class="mark" x="${x - 9}" y="${y - 9}" width="18" height="18"/>`);
  }
  return parts.join("");
}

function positionText() {
  const index = review.turns.indexOf(shown.turn), move = shown.turn && review.moves[shown.turn - 1];
  const name = move ? `Move ${shown.turn}: ${nameOf(move[0])} ${move[1]}` : "Before the first move";
  if (index < 0) return `<p><b>${name}</b></p>`;
  const line = review.lines[index];
  return `<p><b>${name}</b>. Black's chance is ${percent(review.chances[index])}, ${margin(review.leads[index])}.</p>`
    + (line.length ? `<p>Expected: ${line.join(" ")}</p>` : "");
}

const mistakeAfter = turn => review.mistakes.find(mistake => mistake.number === turn);

function show() {
  const board = $("board"), side = STEP * (size + 1);
  board.setAttribute("viewBox", `0 0 ${side} ${side}`);
  board.setAttribute("class", shown.trying ? "board trying" : "board");
  board.innerHTML = boardSvg();
  board.setAttribute("aria-label", shown.trying ? `the board before move ${shown.trying.number}` : `the board after move ${shown.turn}`);
  $("turn").value = shown.turn;
  $("turn").setAttribute("aria-valuetext", `move ${shown.turn}`);
  $("owners").setAttribute("aria-pressed", shown.owners);
  $("trying").hidden = !shown.trying;
  if (!shown.trying) {
    const mistake = mistakeAfter(shown.turn);
    $("told").innerHTML = positionText() + (mistake ? `<p>${mistake.text}</p>` : "");
  }
  document.querySelectorAll(".mistakes li").forEach(item => {
    const number = Number(item.dataset.number);
    item.classList.toggle("shown", number === shown.turn || (!!shown.trying && shown.trying.number === number));
  });
  moveCursor(drawing, shown.turn);
}

function go(turn) {
  Object.assign(shown, {turn: Math.min(Math.max(turn, 0), review.moves.length), line: [], trying: null, spot: null});
  show();
}

function goMistake(step) {
  const next = mistakeBeside(review.mistakes, shown.trying ? shown.trying.number : shown.turn, step);
  if (next !== undefined) go(next);
}

function draw(turn, by, line) {
  Object.assign(shown, {turn, by, line, trying: null, spot: null});
  show();
}

function tell(text) { $("told").textContent = text; }

function tryAgain(mistake) {
  Object.assign(shown, {turn: mistake.number - 1, line: [], by: mistake.colour, trying: mistake, hint: 0, spot: null});
  show();
  tell(taskText(mistake));
  $("board").scrollIntoView({block: "nearest"});
  $("vertex").focus({preventScroll: true});
}

function score() { $("score").textContent = scoreText(solved, given, review.mistakes.length); }

function answer(vertex) {
  const mistake = shown.trying, where = place(vertex);
  if (where && boards[shown.turn][where[0]][where[1]] !== ".") { tell(`${vertex} is taken.`); return; }
  const {good, line, text} = judged(mistake, vertex, review.goodEnough);
  if (good && !given.has(mistake.number)) solved.add(mistake.number);
  shown.line = line;
  shown.spot = line.length ? null : where;
  tell(text);
  score();
  show();
}

const control = {
  start: () => go(0), back10: () => go(shown.turn - 10), back: () => go(shown.turn - 1), on: () => go(shown.turn + 1),
  on10: () => go(shown.turn + 10), end: () => go(review.moves.length), before: () => goMistake(-1), next: () => goMistake(1),
  owners: () => { shown.owners = !shown.owners; show(); },
  hint: () => { shown.hint = Math.min(shown.hint + 1, 2); shown.line = []; shown.spot = null; show(); tell(hintText(shown.trying, shown.hint === 2, size)); },
  answer: () => { const mistake = shown.trying, {line, text} = solution(mistake); given.add(mistake.number); solved.delete(mistake.number);
    shown.line = line; shown.spot = null; show(); score(); tell(text); },
  leave: () => go(shown.trying.number),
};
Object.entries(control).forEach(([name, act]) => $(name).addEventListener("click", act));
$("turn").addEventListener("input", event => go(Number(event.target.value)));
$("board").addEventListener("click", event => {
  if (!shown.trying) return;
  const box = $("board").getBoundingClientRect(), square = box.width / (size + 1);
  const column = Math.round((event.clientX - box.left) / square) - 1, row = Math.round((event.clientY - box.top) / square) - 1;
  if (row >= 0 && column >= 0 && row < size && column < size) answer(vertexOf(row, column));
});
$("typed").addEventListener("submit", event => {
  event.preventDefault();
  const text = $("vertex").value.trim(), vertex = text.toLowerCase() === "pass" ? "pass" : text.toUpperCase();
  const at = vertex === "pass" || /^[A-HJ-Z]\d+$/.test(vertex) ? place(vertex) : undefined;
  if (at === undefined || (at && !(at[0] >= 0 && at[0] < size && at[1] >= 0 && at[1] < size))) { tell("That is no point of the board."); return; }
  answer(vertex);
  $("vertex").value = "";
});
document.querySelector(".mistakes").addEventListener("click", event => {
  const button = event.target.closest("button");
  if (!button) return;
  const mistake = mistakeAfter(Number(button.closest("li").dataset.number));
  if (button.dataset.act === "try") tryAgain(mistake);
  else if (button.dataset.act === "better") draw(mistake.number - 1, mistake.colour, mistake.betterLine);
  else if (button.dataset.act === "reply") draw(mistake.number, other(mistake.colour), mistake.replyLine);
  else go(mistake.number);
});
drawing.addEventListener("pointermove", event => {
  const turn = turnAt(drawing, event);
  $("hover").textContent = turnText(costly, turn, turn ? review.moves[turn - 1] : null);
  movePointed(drawing, turn);
});
drawing.addEventListener("pointerleave", () => { $("hover").textContent = ""; movePointed(drawing, null); });
drawing.addEventListener("click", event => { event.preventDefault(); go(turnAt(drawing, event)); });
const KEYS = {ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end", PageUp: "back10", PageDown: "on10", ",": "before", ".": "next", o: "owners"};
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input")) return;
  const mistake = shown.trying || mistakeAfter(shown.turn);
  if (event.key === "t" && mistake) tryAgain(mistake);
  else if (event.key === "h" && shown.trying) control.hint();
  else if (event.key === "Escape" && shown.trying) control.leave();
  else if (KEYS[event.key]) control[KEYS[event.key]]();
  else return;
  event.preventDefault();
});
go(review.mistakes.length ? review.mistakes[0].number : review.turns[review.turns.length - 1]);
