import { PRINTABLE_RANGES } from '@siegel/contracts/validation/printable';

/** The rules that decide which texts a field accepts. */
export interface TextRules {
  readonly min: number;
  readonly max: number | undefined;
  /**
   * True if the text is trimmed before its length is counted. The first and last characters must then be
   * visible.
   */
  readonly trimmed: boolean;
  readonly characters: 'any' | 'line' | 'lines';
  /**
   * True if the field accepts only characters for which the fonts of the agreement document have a glyph
   * (rule:printable-characters).
   */
  readonly printable: boolean;
}

/** Characters that are never allowed. Even `any` excludes NUL, which PostgreSQL's text type cannot hold. */
const NEVER = {
  any: '\\u0000',
  line: '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029',
  lines: '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f',
};
/** Characters that are removed before the length is counted. */
const LEFTOVERS = '\\u00ad\\u200b\\u2060\\ufeff';
/**
 * Characters that are invisible at the beginning or end of a text. Each of them is removed by trimming or
 * left out of the length.
 */
const UNSEEN =
  '\\t\\n\\v\\f\\r \\u00a0\\u00ad\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff';

const escaped = (point: number): string => `\\u${point.toString(16).padStart(4, '0')}`;
const isSpace = (point: number): boolean => /\s/.test(String.fromCodePoint(point));

/**
 * Returns the printable characters as ranges for a character class. Unless `withSpaces` is true, a range that
 * begins with white space is shortened to begin with its first visible character.
 */
function printable(withSpaces: boolean): string {
  const runs = PRINTABLE_RANGES.flatMap(([first, last]) => {
    if (withSpaces || !isSpace(first)) return [[first, last] as const];
    let visible = first;
    while (visible <= last && isSpace(visible)) visible += 1;
    return visible <= last ? [[visible, last] as const] : [];
  });
  return runs
    .map(([first, last]) => (first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`))
    .join('');
}

/** A line break can arrive as two characters but counts as one. */
const withBreaks = (characters: TextRules['characters'], one: string): string =>
  characters === 'lines' ? `(?:${one}|\\r\\n)` : one;

function classes(rules: TextRules): { character: string; visible: string } {
  const { characters } = rules;
  const never = NEVER[characters];
  if (!rules.printable)
    return {
      character: withBreaks(characters, `[^${never}${rules.min > 1 ? LEFTOVERS : ''}]`),
      visible: `[^${UNSEEN}${never}]`,
    };
  const blanks = characters === 'lines' ? '\\t\\n' : '';
  return {
    character: withBreaks(characters, `[${blanks}${printable(true)}]`),
    visible: `[${printable(false)}]`,
  };
}

const times = (from: number, to: number | undefined): string => `{${from},${to === undefined ? '' : to}}`;

/**
 * Returns a regular expression for the texts that a field accepts. It uses only character classes and counts,
 * and no Unicode properties or lookahead, so that a generator can produce matching texts. If the field is
 * trimmed, the expression describes the trimmed text.
 */
export function textPattern(rules: TextRules): string {
  const { character, visible } = classes(rules);
  const { min, max, trimmed } = rules;
  if (!trimmed || min === 0) return `^${character}*$`;
  const between = max === undefined ? undefined : max - 2;
  if (min === 1) return `^${visible}(?:${character}${times(0, between)}${visible})?$`;
  return `^${visible}${character}${times(min - 2, between)}${visible}$`;
}
