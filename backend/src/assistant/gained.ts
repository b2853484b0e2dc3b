// Finds facts in a rewritten text that the original does not contain (rule:rewrites-are-checked). A reader
// can easily overlook such a fact, and the agreement would then contain it. The functions are pure, and their
// cost is linear in the length of the text.

/** A kind of fact that only the rewritten text contains. */
export type Gain = 'a number was added' | 'an address was added' | 'markup was added';

export const NUMBER = /\p{N}+(?:[.,]\p{N}+)*/gu;

/** The exponent of a squared or cubed unit is not an amount, so `m²` may replace `Quadratmeter`. */
const POWER = /^[²³]$/;

/** Numbers as words. A rewritten text may replace a word by its digits. */
const WORDS: readonly (readonly [value: string, words: readonly string[]])[] = [
  ['1', ['ein', 'eine', 'einen', 'einem', 'einer', 'eines', 'eins', 'one']],
  ['2', ['zwei', 'two']],
  ['3', ['drei', 'three']],
  ['4', ['vier', 'four']],
  ['5', ['fünf', 'five']],
  ['6', ['sechs', 'six']],
  ['7', ['sieben', 'seven']],
  ['8', ['acht', 'eight']],
  ['9', ['neun', 'nine']],
  ['10', ['zehn', 'ten']],
  ['11', ['elf', 'eleven']],
  ['12', ['zwölf', 'twelve', 'dutzend', 'dozen']],
  ['20', ['zwanzig', 'twenty']],
  ['50', ['fünfzig', 'fifty']],
  ['100', ['hundert', 'hundred']],
  ['1000', ['tausend', 'thousand']],
];
const VALUES = new Map(WORDS.flatMap(([value, words]) => words.map((word) => [word, value] as const)));
const WORD = /\p{L}+/gu;

/**
 * Returns the values that a number can have: `1.500` is 1500 for a German reader and 1.5 for an English one.
 */
function valuesOf(number: string): readonly string[] {
  const plain = number.normalize('NFKC');
  const values = [',', '.'].map((group) => {
    const isGrouped = plain
      .split(group)
      .slice(1)
      .every((part) => /^\d{3}(?!\d)/.test(part));
    return isGrouped ? Number(plain.replaceAll(group, '').replace(',', '.')) : Number.NaN;
  });
  const known = values.filter((value) => !Number.isNaN(value)).map(String);
  return known.length === 0 ? [plain] : known;
}

function hasNewNumber(text: string, original: string): boolean {
  const stated = new Set((original.match(NUMBER) ?? []).flatMap(valuesOf));
  for (const word of original.toLowerCase().match(WORD) ?? []) stated.add(VALUES.get(word) ?? word);
  return (text.match(NUMBER) ?? []).some(
    (number) => !POWER.test(number) && !valuesOf(number).some((value) => stated.has(value)),
  );
}

/**
 * True for names such as `host.example`. False for abbreviations such as `z.B`, because they have parts of a
 * single letter.
 */
function isHost(text: string): boolean {
  const labels = text.split('.');
  return (
    labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}-]{2,}$/u.test(label)) && /\p{L}$/u.test(text)
  );
}

/**
 * True if a mail program or a browser could treat the word as an address, for instance `name@host` or
 * `host.example/path`.
 */
const isAddress = (word: string): boolean =>
  /@|:\/\/|^(?:mailto|javascript|data|tel):/iu.test(word) || isHost(word.split(/[/:?#]/u, 1)[0] ?? '');

/**
 * Returns the addresses in a text. Also finds host names that are surrounded by other signs, as in
 * `**host.example**`.
 */
function addressesIn(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .split(/[\s()[\]{}<>"'„“”‚‘’»«,;]+/u)
    .map((word) => word.replace(/^[.:!?]{1,10}|(?<=[^.:!?])[.:!?]{1,10}$/gu, ''));
  const hosts = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+/u)
    .map((word) => word.replace(/^[.-]{1,10}|(?<=[^.-])[.-]{1,10}$/gu, ''));
  return [...words.filter(isAddress), ...hosts.filter(isHost)];
}

/**
 * Signs of HTML and Markdown, in two groups that are counted separately. The second group contains only tags.
 * A comparison such as `a < b` is no tag, so a rewritten text that replaces comparisons by tags is refused.
 */
const MARKUP = [/[<>]|\]\(|&(?:#|\p{L}{2,8};)/gu, /<[/!?\p{L}]/gu];

const gainsMarkup = (text: string, original: string): boolean =>
  MARKUP.some((sign) => (text.match(sign)?.length ?? 0) > (original.match(sign)?.length ?? 0));

/** Returns what the rewritten text says in addition to the original; undefined if nothing was found. */
export function gainOf(text: string, original: string): Gain | undefined {
  if (gainsMarkup(text, original)) return 'markup was added';
  const stated = new Set(addressesIn(original));
  if (addressesIn(text).some((address) => !stated.has(address))) return 'an address was added';
  return hasNewNumber(text, original) ? 'a number was added' : undefined;
}
