import type { Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FontName } from './fonts.js';
import { toRuns } from './glyphs.js';
import type { Tagged } from './tags.js';

/** Paper, ink and lines of the printed page. Lengths are points. */
export const INK = '#151B2E';
export const INK_SOFT = '#454B5E';
export const INK_FAINT = '#62677A';
export const HAIRLINE = '#C9C3B4';
export const RULE = '#7E8089';

export const PAGE = { width: 595.28, height: 841.89, left: 68, right: 62, top: 62, bottom: 72 } as const;
export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right;
/** Width of the column with the section numbers, to the left of the text. */
export const NUMBER_WIDTH = 40;

export const styles: TDocumentDefinitions['styles'] = {
  title: { fontSize: 27, color: INK, lineHeight: 1.05 },
  subtitle: { fontSize: 12, color: INK_SOFT, italics: true },
  issued: { fontSize: 10.5, color: INK_SOFT },
  label: { fontSize: 8.5, color: INK_FAINT },
  party: { fontSize: 12, color: INK },
  heading: { fontSize: 12.5, color: INK },
  number: { fontSize: 11, color: INK_FAINT },
  body: { fontSize: 10.5, color: INK, lineHeight: 1.28 },
  small: { fontSize: 8.5, color: INK_SOFT, lineHeight: 1.25 },
  tiny: { fontSize: 7, color: INK_FAINT },
};

/**
 * Returns a text in one font family. Missing glyphs are taken from the fallback fonts or replaced by
 * `SUBSTITUTE`.
 */
export function text(
  value: string,
  font: FontName,
  options: Omit<ContentText, 'text'> & Tagged,
): ContentText {
  return { ...options, font, text: toRuns(value, font).map((run) => ({ text: run.text, font: run.font })) };
}

/** Ids by which the layout finds the signed section and the ends of its two signatures. */
export const SIGNED_SECTION = 'signed-section';
export const SIGNATURE_ENDS = { 1: 'end-of-signature-1', 2: 'end-of-signature-2' } as const;

/** Returns the properties that add a text to the PDF's outline. The outline entry leads to the text. */
export const bookmark = (title: string): Pick<ContentText, 'outline' | 'outlineText'> => ({
  outline: true,
  outlineText: title,
});

/** A line over the full width of the page. */
export const line = (
  color: string,
  margin: [number, number, number, number],
  width: number = CONTENT_WIDTH,
): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: color }],
  margin,
});
