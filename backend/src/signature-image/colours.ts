import type { DecodedPng } from 'fast-png';

/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [number, number, number];

export interface ColourVisitor {
  /** @param times number of dots with this colour */
  visit(red: number, green: number, blue: number, alpha: number, times: number): void;
}

const FULL = 255;

/** Counts how often each value occurs in a channel with less than eight bits. */
function countPacked({ data, depth, width, height }: DecodedPng, counts: Uint32Array): void {
  const perByte = 8 / depth;
  const stride = Math.ceil(width / perByte);
  const most = 2 ** depth - 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = data[y * stride + Math.floor(x / perByte)] ?? 0;
      const value = (byte >> (8 - depth * ((x % perByte) + 1))) & most;
      counts[value] = (counts[value] ?? 0) + 1;
    }
  }
}

/**
 * True if this dot has the one colour that the picture declares transparent. Only pictures without an alpha
 * channel can have such a colour.
 */
function isClear({ transparency, palette }: DecodedPng, values: readonly (number | undefined)[]): boolean {
  return (
    palette === undefined &&
    transparency !== undefined &&
    values.every((value, channel) => value === transparency[channel])
  );
}

/**
 * Visits each value of the picture's only channel once, with the number of dots that have it. Used for
 * palette and greyscale pictures.
 */
function visitValues(image: DecodedPng, visitor: ColourVisitor): void {
  const counts = new Uint32Array(FULL + 1);
  if (image.depth < 8) countPacked(image, counts);
  else for (const value of image.data) counts[value] = (counts[value] ?? 0) + 1;
  const most = 2 ** image.depth - 1;
  counts.forEach((times, value) => {
    if (times === 0) return;
    const grey = Math.round((value * FULL) / most);
    const seen = isClear(image, [value]) ? 0 : FULL;
    const [red = FULL, green = FULL, blue = FULL, alpha = FULL] =
      image.palette === undefined ? [grey, grey, grey, seen] : (image.palette[value] ?? []);
    visitor.visit(red, green, blue, alpha, times);
  });
}

/**
 * Visits the colours of a picture. A picture with one channel is visited value by value. A picture with four
 * channels and aligned data is visited in runs of equal dots. Any other picture is visited dot by dot.
 */
export function visitColours(image: DecodedPng, visitor: ColourVisitor): void {
  const { data, channels } = image;
  if (channels === 1) return visitValues(image, visitor);
  if (channels === 4 && data.byteOffset % 4 === 0) return visitRuns(image, visitor);
  if (channels === 3) return visitOpaque(image, visitor);
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  for (let at = 0; at < data.length; at += channels)
    visitor.visit(
      data[at] ?? 0,
      data[at + green] ?? 0,
      data[at + blue] ?? 0,
      data[at + channels - 1] ?? 0,
      1,
    );
}

function visitOpaque(image: DecodedPng, visitor: ColourVisitor): void {
  const { data } = image;
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    visitor.visit(red, green, blue, isClear(image, [red, green, blue]) ? 0 : FULL, 1);
  }
}

/**
 * Visits runs of equal dots. Most dots of a drawing have one colour, so the four bytes of a dot are compared
 * as one word.
 */
function visitRuns({ data }: DecodedPng, visitor: ColourVisitor): void {
  const dots = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  for (let first = 0; first < dots.length; ) {
    let end = first + 1;
    while (end < dots.length && dots[end] === dots[first]) end += 1;
    const at = 4 * first;
    visitor.visit(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0, end - first);
    first = end;
  }
}
