import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { withShapings } from './shapings.js';

interface FontFormats {
  create(bytes: Uint8Array): Font;
  /** The library calls `probe` to recognise a format, then `new`. */
  registerFormat(format: unknown): void;
}

/** The instance of the module that the renderer uses for fonts; `import` would give another one. */
const fontkit = createRequire(import.meta.url)('fontkit') as FontFormats;

const TAG = Buffer.from('shared-font:');
const fonts: Font[] = [];

/**
 * Shares one parsed font between all documents. The renderer parses its fonts for every document, including
 * the kerning tables: a third of its time. So instead of files it gets tickets, in a format of ours that
 * resolves to a font parsed once. A document's changes are in its own subset of the font.
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
 * Ligatures of Latin letters: the text layer maps them to their letters, so that a search finds them
 * (Unicode, Alphabetic Presentation).
 */
const isLigature = (point: number): boolean => point >= 0xfb00 && point <= 0xfb06;

const lettersOf = (ligature: number): number[] =>
  Array.from(String.fromCodePoint(ligature).normalize('NFKD'), (letter) => letter.codePointAt(0) ?? 0);

/**
 * Requests every glyph by its own letter before any document, in the order of the code points. A font keeps
 * each glyph with the letters of the first request (foliojs/fontkit issue 154): without this, the first
 * document that takes an O from an Ö would lose the O in the text of every later one.
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
