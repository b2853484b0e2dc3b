import { type FontName, glyphsOf } from './fonts.js';

export interface Run {
  readonly text: string;
  readonly font: FontName;
}

/**
 * Replaces a character for which none of our fonts has a glyph. The substitute is visible, so that a reader
 * notices the missing character.
 */
export const SUBSTITUTE = '\ufffd';
const FALLBACK: FontName = 'Roboto';
/** Fallback fonts, in the order in which they are tried. Each has letters that the others lack. */
const FALLBACKS: readonly FontName[] = ['SourceSans', FALLBACK, 'Brygada'];

/** Controls, soft hyphens, zero-width and direction marks, variation selectors. They are not drawn. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/**
 * Returns the text in characters that our fonts have. Accents are composed, and a narrow no-break space
 * becomes a no-break space of normal width.
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

/** Cuts a text into runs of one font each. A character that no font has becomes `SUBSTITUTE`. */
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
