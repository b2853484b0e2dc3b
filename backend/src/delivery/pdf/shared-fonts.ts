import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { withShapings } from './shapings.js';

interface FontFormats {
  create(bytes: Uint8Array): Font;
  /** A format is asked by `probe`, then made with `new`. */
  registerFormat(format: unknown): void;
}

/** The very module that the renderer reads fonts with: the one for `import` is another. */
const fontkit = createRequire(import.meta.url)('fontkit') as FontFormats;

const TAG = Buffer.from('shared-font:');
const fonts: Font[] = [];

/**
 * The renderer reads its fonts anew for every document, tables for kerning and all: a third of its time. So
 * it is given tickets instead of files, in a format of ours that leads to a font that was read once. What a
 * document takes from a font lies in a subset of its own.
 */
const sharedFont = Object.assign(
  function (stream: { readonly buffer: Uint8Array }): Font {
    const font = fonts[Number(Buffer.from(stream.buffer.subarray(TAG.length)).toString())];
    if (font === undefined) throw new Error('a ticket for no font');
    return font;
  },
  { probe: (bytes: Uint8Array): boolean => TAG.equals(bytes.subarray(0, TAG.length)) },
);
fontkit.registerFormat(sharedFont);

/** Ligatures of Latin letters: read as the letters, which is how they are found (Unicode, Alphabetic Presentation). */
const isLigature = (point: number): boolean => point >= 0xfb00 && point <= 0xfb06;

const lettersOf = (ligature: number): number[] =>
  Array.from(String.fromCodePoint(ligature).normalize('NFKD'), (letter) => letter.codePointAt(0) ?? 0);

/**
 * A font keeps each glyph with the letters for which it was first asked (foliojs/fontkit issue 154): the first
 * document that takes an O out of an Ö would have every later one read without its O. So every glyph is asked for
 * by its own letter before any document, in the order of the code points.
 */
function withMeanings(font: Font): Font {
  const points = 'characterSet' in font ? font.characterSet.toSorted((a, b) => a - b) : [];
  for (const point of points) {
    const glyph = font.glyphForCodePoint(point);
    if (isLigature(point)) glyph.codePoints = lettersOf(point);
  }
  return font;
}

/** Reads a font file, and gives the ticket by which the renderer finds it. */
export function ticketFor(path: string): Buffer {
  const index = fonts.push(withShapings(withMeanings(fontkit.create(readFileSync(path))))) - 1;
  return Buffer.concat([TAG, Buffer.from(String(index))]);
}
