// The game as a moving picture: a GIF file of the positions of the line that is shown.
import { GIFEncoder, applyPalette, quantize } from "gifenc";
import { boardColours, paint } from "./picture.js";

/** Milliseconds that a position stands, and the last one. */
const MOVE = 700, END = 4000;

/** Pixels of a square: a whole board on 19 lines has some 500. */
const SQUARE = 24;

/** Colours of the file, of the 256 that it might have: enough for wood and stones. */
const COLOURS = 64;

/**
 * The bytes of the file. `positions` are {board, last}, the first one first; `progress(share)` is told how far the work is. All have
 * the palette of the last one: with palettes of their own the wood would flicker.
 */
export async function film(size, positions, progress) {
  const encoder = GIFEncoder(), colours = boardColours();
  const pixels = async (position) => {
    const canvas = await paint({ size, ...position }, colours, SQUARE);
    return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  };
  const palette = quantize((await pixels(positions.at(-1))).data, COLOURS);
  for (const [index, position] of positions.entries()) {
    const { data, width, height } = await pixels(position);
    encoder.writeFrame(applyPalette(data, palette), width, height,
      { palette: index ? undefined : palette, delay: index === positions.length - 1 ? END : MOVE });
    progress((index + 1) / positions.length);
  }
  encoder.finish();
  return encoder.bytes();
}
