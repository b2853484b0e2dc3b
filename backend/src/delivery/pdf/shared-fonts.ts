import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { withShapings } from './shapings.js';

interface FontFormats {
  create(bytes: Uint8Array): Font;
  /** The library calls `probe` to recognise a format, and then `new`. */
  registerFormat(format: unknown): void;
}

/** The module instance that the renderer uses for fonts; `import` would return another instance. */
const fontkit = createRequire(import.meta.url)('fontkit') as FontFormats;

const TAG = Buffer.from('shared-font:');
const fonts: Font[] = [];

/**
 * Shares one parsed font between all documents. Otherwise the renderer would parse its fonts, including the
 * kerning tables, for every document. The parsing would take a third of the renderer's time. Therefore the
 * renderer gets tickets instead of font files. A ticket has a file format of our own, for which the font
 * library returns a font that was parsed once. A document's changes stay in its own subset of the font.
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

/**
 * Ligatures of Latin letters (Unicode, Alphabetic Presentation). The text layer maps them to their letters,
 * so that a search finds the letters.
 */
const isLigature = (point: number): boolean => point >= 0xfb00 && point <= 0xfb06;

const lettersOf = (ligature: number): number[] =>
  Array.from(String.fromCodePoint(ligature).normalize('NFKD'), (letter) => letter.codePointAt(0) ?? 0);

/**
 * Requests each glyph by its own letter, in the order of the code points, before any document is made. A font
 * keeps each glyph with the letters of the first request for the glyph (foliojs/fontkit issue 154).
 * Otherwise, if the first document took an O from an Ö, the text of every later document would lack the O.
 */
function withMeanings(font: Font): Font {
  const points = 'characterSet' in font ? font.characterSet.toSorted((a, b) => a - b) : [];
  for (const point of points) {
    const glyph = font.glyphForCodePoint(point);
    if (isLigature(point)) glyph.codePoints = lettersOf(point);
  }
  return font;
}

/** Reads a font file and returns the ticket by which the renderer finds it. */
export function ticketFor(path: string): Buffer {
  const index = fonts.push(withShapings(withMeanings(fontkit.create(readFileSync(path))))) - 1;
  return Buffer.concat([TAG, Buffer.from(String(index))]);
}
