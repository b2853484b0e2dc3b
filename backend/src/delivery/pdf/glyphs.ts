import { type FontName, glyphsOf } from './fonts.js';

export interface Run {
  readonly text: string;
  readonly font: FontName;
}

/**
 * What has no glyph in any of our fonts is drawn as this: visible, so that nobody takes the text for
 * complete.
 */
export const SUBSTITUTE = '\ufffd';
const FALLBACK: FontName = 'Roboto';
/** Each has letters that the other lacks. */
const FALLBACKS: readonly FontName[] = ['SourceSans', FALLBACK, 'Brygada'];

/** Controls, soft hyphens, zero-width and direction marks, variation selectors: nothing of them is drawn. */
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/**
 * The same text with characters that our fonts have: composed accents, the common no-break space for its
 * rarer sister.
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

/** Cuts a text into runs of one font each; what no font has becomes `SUBSTITUTE`. */
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
