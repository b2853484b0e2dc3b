import { type FontName, glyphsOf } from './fonts.js';

export interface Run {
  readonly text: string;
  readonly font: FontName;
}

/**
 * Drawn for a character without a glyph in any of our fonts: visible, so that nobody thinks the text is
 * complete.
 */
export const SUBSTITUTE = '\ufffd';
const FALLBACK: FontName = 'Roboto';
/** Fallback fonts in order; each has letters that the others lack. */
const FALLBACKS: readonly FontName[] = ['SourceSans', FALLBACK, 'Brygada'];

/** Controls, soft hyphens, zero-width and direction marks, variation selectors: they are not drawn. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/**
 * The text in characters that our fonts have: composed accents, and the common no-break space instead of the
 * narrow one.
 */
const drawable = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replaceAll('\u202f', '\u00a0');

const covers = (font: FontName, point: number): boolean => glyphsOf(font).has(point);

function fontFor(point: number, preferred: FontName): FontName | undefined {
  return covers(preferred, point) ? preferred : FALLBACKS.find((font) => covers(font, point));
}

/** Cuts a text into runs of one font each; a character that no font has becomes `SUBSTITUTE`. */
export function toRuns(text: string, preferred: FontName): Run[] {
  const runs: { text: string; font: FontName }[] = [];
  for (const character of drawable(text)) {
    const font = fontFor(character.codePointAt(0) ?? 0, preferred);
    const piece = font === undefined ? SUBSTITUTE : character;
    const last = runs.at(-1);
    if (last !== undefined && last.font === (font ?? FALLBACK)) last.text += piece;
    else runs.push({ text: piece, font: font ?? FALLBACK });
  }
  return runs;
}
