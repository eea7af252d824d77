// A picture of the board, and a PNG file of it.
import { pointOf, vertexOf } from "./squares.js";

/** Figures of marks, by their kind, around a point and in its unit. */
const FIGURES = { triangle: "M0 -.3L.26 .15H-.26Z", square: "M-.22 -.22H.22V.22H-.22Z", cross: "M-.2 -.2L.2 .2M.2 -.2L-.2 .2",
  circle: "M-.25 0a.25 .25 0 1 0 .5 0a.25 .25 0 1 0 -.5 0Z" };

const escaped = (text) => text.replace(/[&<]/g, (sign) => ({ "&": "&amp;", "<": "&lt;" })[sign]);

/** The mark of a record on a point, in the colour `ink`. A label on an empty point covers the lines. */
function markFigure([x, y], kind, label, ink, ground, square) {
  const around = (body) => `<g transform="translate(${x} ${y}) scale(${square})">${body}</g>`;
  if (kind in FIGURES) return around(`<path d="${FIGURES[kind]}" fill="none" stroke="${ink}" stroke-width=".06"/>`);
  if (kind === "label") {
    return (ground ? around(`<circle r=".4" fill="${ground}"/>`) : "") +
      `<text x="${x}" y="${y + 0.16 * square}" fill="${ink}" font-size="${(label.length > 2 ? 0.32 : 0.5) * square}" font-weight="600">${escaped(label)}</text>`;
  }
  return around(kind === "point" ? `<circle r=".18" fill="${ink}"/>` : `<path d="M-.15 -.15H.15V.15H-.15Z" fill="${kind === "white" ? "#fff" : "#111"}"/>`);
}

/** A line between two points, with a head if it is an arrow. */
function lineFigure([x, y], [toX, toY], type, ink, square) {
  const length = Math.hypot(toX - x, toY - y) / square, turn = Math.atan2(toY - y, toX - x) * 180 / Math.PI;
  return `<path transform="translate(${x} ${y}) rotate(${turn}) scale(${square})" fill="none" stroke="${ink}" stroke-width=".08"
    d="M0 0H${length}${type === "arrow" ? `m-.3 -.2L${length} 0l-.3 .2` : ""}"/>`;
}

/** The board as SVG, with squares of so many pixels: wood, lines, stars as drawn on the page, stones, the last move, marks, coordinates. */
function drawing({ board, size, last, marks = [], lines: drawn = [] }, { wood, line, stars }, square) {
  const SQUARE = 48, side = (size + 2) * SQUARE, at = (place) => (place + 1.5) * SQUARE;
  const lines = Array.from({ length: size }, (_, index) => `M${at(0)} ${at(index)}H${at(size - 1)}M${at(index)} ${at(0)}V${at(size - 1)}`).join("");
  const names = Array.from({ length: size }, (_, index) => {
    const [letter, number] = [vertexOf([index, 0], size)[0], size - index];
    return [[at(index), 0.75 * SQUARE, letter], [at(index), side - 0.45 * SQUARE, letter], [0.6 * SQUARE, at(index) + 6, number], [side - 0.6 * SQUARE, at(index) + 6, number]]
      .map(([x, y, text]) => `<text x="${x}" y="${y}">${text}</text>`).join("");
  }).join("");
  const stones = [...board].map((stone, index) => stone === "." ? "" :
    `<circle cx="${at(index % size)}" cy="${at(Math.floor(index / size))}" r="${0.47 * SQUARE}" fill="url(#${stone})" stroke="#0006"/>`).join("");
  const point = pointOf(last, size), where = (index) => [at(index % size), at(Math.floor(index / size))];
  const ink = (index) => ({ X: "#eee", O: "#222", ".": line })[board[index]];
  const figures = [...drawn.map(([from, to, type]) => lineFigure(where(from), where(to), type, line, SQUARE)),
    ...marks.map(([index, kind, label]) => markFigure(where(index), kind, label, ink(index), board[index] === "." && wood, SQUARE))].join("");
  const isMarked = point && marks.some(([index]) => index === point[1] * size + point[0]);
  const mark = point && !isMarked ? `<circle cx="${at(point[0])}" cy="${at(point[1])}" r="${0.22 * SQUARE}" fill="none" stroke-width="3" stroke="${
    board[point[1] * size + point[0]] === "X" ? "#eee" : "#222"}"/>` : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${(size + 2) * square}" height="${(size + 2) * square}" viewBox="0 0 ${side} ${side}" font-family="sans-serif" font-size="18" text-anchor="middle" fill="${line}">
    <defs><radialGradient id="X" cx=".38" cy=".32"><stop stop-color="#666"/><stop offset=".7" stop-color="#111"/></radialGradient>
    <radialGradient id="O" cx=".38" cy=".32"><stop stop-color="#fff"/><stop offset=".9" stop-color="#d8d5cf"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="${wood}"/><path d="${lines}" stroke="${line}" stroke-width="1.5"/>
    ${stars.map(([x, y]) => `<circle cx="${at(x)}" cy="${at(y)}" r="5"/>`).join("")}${names}${stones}${mark}${figures}</svg>`;
}

/** The colours and the stars of the page's board. */
export function boardColours() {
  const style = getComputedStyle(document.documentElement);
  const [wood, line] = ["--wood", "--wood-line"].map((name) => style.getPropertyValue(name).trim());
  const square = document.querySelector(".shudan-vertex")?.getBoundingClientRect().width;
  const stars = [...document.querySelectorAll(".shudan-hoshi")].filter((star) => getComputedStyle(star).display !== "none")
    .map((star) => ["cx", "cy"].map((name) => Math.floor(Number(star.getAttribute(name)) / square)));
  return { wood, line, stars };
}

/** A canvas with a position: {board, size, last} and, if they are to be drawn, its `marks` and `lines`. */
export async function paint(position, colours, square) {
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(drawing(position, colours, square));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0);
  return canvas;
}

/** Give the browser a picture of the position that is shown, in the colours of the page's board. */
export async function savePicture(go) {
  const canvas = await paint(go, boardColours(), 48);
  const link = Object.assign(document.createElement("a"), { href: canvas.toDataURL("image/png"), download: `gopy-move-${go.number}.png` });
  link.click();
}
