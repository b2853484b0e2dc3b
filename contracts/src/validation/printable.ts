/**
 * Code points that the document's embedded fonts can draw in every style, grouped by Unicode block. The table
 * has no combining marks, controls or invisible characters.
 */
const TABLE = {
  basicLatin: '20-7e',
  latin1: 'a0-ac ae-ff',
  latinExtendedA: '100-17f',
  latinExtendedB:
    '188 18f 192 199 1a0-1a1 1a5 1ad 1af-1b0 1c0-1dc 1e6-1e7 1ea-1eb 1f0 1fa-21b 22a-22d 230-233 237',
  phonetic: '250-268 26a-276 278-27b 27d-27e 280-284 288-292 294-295 298-299 29b-2ad 1d1b 1d6c-1d76 ab53',
  modifierLetters: '2b9-2bc 2be-2bf 2c6-2cc 2d8-2dd 2f3',
  greek: '384-386 388-38a 38c 38e-3a1 3a3-3ce 3d1-3d2 3d6 1f4d',
  cyrillic: '400-482 48a-513',
  latinExtendedAdditional:
    '1e00-1e01 1e08-1e09 1e0c-1e0f 1e14-1e17 1e1c-1e1d 1e20-1e21 1e24-1e25 1e2a-1e2b 1e2e-1e2f 1e36-1e37 1e3a-1e3b 1e3e-1e3f 1e42-1e49 1e4c-1e53 1e5a-1e5b 1e5e-1e69 1e6c-1e6f 1e78-1e7b 1e80-1e85 1e8e-1e8f 1e92-1e93 1e97 1e9e 1ea0-1ef9',
  punctuation:
    '2002-200a 2010-201e 2020-2022 2025-2027 2030 2032-2033 2039-203a 203c 203f 2044 2052 27e8-27e9',
  raisedAndLowered: '2070 2074-208e',
  currency: '20a1 20a3-20a4 20a6-20ad 20b1-20b2 20b5 20b9-20ba 20bc-20bd 20c1',
  letterlike: '2105 2113 2116 2122 212e 215b-215e',
  arrows: '2190-2199',
  mathematics: '2202 2205-2206 220f 2211-2212 2215 2219-221a 221e 222b 2248 2260 2264-2265',
  shapes: '25a0 25ca-25cb 25cf 261a-261b 2669-266c',
  ligatures: 'fb01-fb04',
};

const range = (written: string): readonly [number, number] => {
  const [first = '', last = first] = written.split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
};

/**
 * Runs of consecutive characters that the document can show. Each pair contains the first and the last code
 * point of a run, both inclusive.
 */
export const PRINTABLE_RANGES: readonly (readonly [number, number])[] = Object.values(TABLE).flatMap((runs) =>
  runs.split(' ').map(range),
);

const inClass = (point: number): string => `\\u{${point.toString(16)}}`;
const OTHER = new RegExp(
  `[^\\n\\t${PRINTABLE_RANGES.map(([first, last]) => `${inClass(first)}-${inClass(last)}`).join('')}]`,
  'u',
);
const EACH_OTHER = new RegExp(OTHER, 'gu');

/**
 * Matches characters that a reader cannot see in a quoted value. The name of such a character is its code
 * point, unless the character is part of an emoji.
 */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const EMOJI = /[\p{Extended_Pictographic}\u20e3]/u;
/**
 * A cluster is one visible character. If it has fewer UTF-16 code units than this, a message shows the whole
 * cluster. Otherwise the message names only the first offending character.
 */
const CLUSTER_MAX = 16;

const codePointName = (point: number): string => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Returns the whole visible character at this position: a letter with its accents, or all parts of an emoji.
 */
function clusterAt(text: string, index: number): string {
  const around = text.slice(Math.max(0, index - CLUSTER_MAX), index + CLUSTER_MAX);
  const cluster = new Intl.Segmenter('und', { granularity: 'grapheme' })
    .segment(around)
    .containing(index - Math.max(0, index - CLUSTER_MAX));
  return cluster?.segment ?? '';
}

function nameAt(text: string, { 0: character, index }: RegExpExecArray): string {
  const cluster = clusterAt(text, index);
  if (UNSEEN.test(character) && !EMOJI.test(cluster)) return codePointName(character.codePointAt(0) ?? 0);
  return cluster.length < CLUSTER_MAX && cluster !== '' ? cluster : character;
}

/**
 * Finds the first character in a text that is not printable (rule:printable-characters). Returns the
 * character as a person would recognise it, for example `字`, `👩‍💻`, or an accented letter that no font
 * contains. Returns a code point such as `U+202E` for an invisible character. Returns undefined if the
 * document can show the whole text. Line breaks and tabs are allowed.
 */
export function firstUnprintable(text: string): string | undefined {
  const found = OTHER.exec(text);
  return found === null ? undefined : nameAt(text, found);
}

/**
 * Returns at most `atMost` different characters that the document cannot show, in the order of the text. Each
 * character is named as `firstUnprintable` would name it.
 */
export function unprintables(text: string, atMost: number): readonly string[] {
  const names = new Set<string>();
  for (const found of text.matchAll(EACH_OTHER)) {
    // Finding the whole visible character takes time. A character that is already in the result is therefore
    // skipped.
    if (names.has(found[0])) continue;
    names.add(nameAt(text, found));
    if (names.size === atMost) break;
  }
  return [...names];
}
