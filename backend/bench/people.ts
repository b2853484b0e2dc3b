import { createHash } from 'node:crypto';
import type { NdaPersonal } from '#src/nda/nda.events';

/**
 * Parties and titles of agreements for measuring searches. The nth agreement gets the same parties and title
 * in every run. As with real names, some words are common and others are rare. In each list, the first words
 * are the common words.
 */

const FIRST_NAMES =
  'Anna Thomas Katharina Michael Julia Stefan Sabine Andreas Claudia Peter Susanne Jürgen Heike Wolfgang Ayşe Jörg Renée Björn Zoë Łukasz Agnieszka Ngọc Håkon Xenia'.split(
    ' ',
  );
const LAST_NAMES =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Großmann Brandstetter Achterberg Yıldız Kowalczyk Ó-Briain Þórsson Quiñones'.split(
    ' ',
  );
const KINDS =
  'Faltbarer Leichter Selbsttätiger Geräuschloser Wasserdichter Solarer Tragbarer Schneller Gedämpfter Zerlegbarer'.split(
    ' ',
  );
const THINGS =
  'Fahrradanhänger Lastenaufzug Gartenschlauch Federmechanismus Küchenmixer Rollstuhl Bürostuhl Regenschirm Kinderwagen Tischkicker Notenständer Dachgepäckträger'.split(
    ' ',
  );
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const TOKEN_LENGTH = 8;
/** Number of words at the beginning of each list that count as common. */
const COMMON = 4;
const [SHORTEST_PART, LONGEST_PART] = [3, 8];

/**
 * Picks a word. The first words of a list are picked more often.
 * @param byte a byte of a digest, used instead of a random byte
 */
const oneOf = (words: readonly string[], byte = 0): string =>
  words[Math.floor(words.length * (byte / 256) ** 2)] ?? '';

const digestOf = (n: number): Buffer => createHash('sha256').update(String(n)).digest();

/** Returns a word that almost no other agreement has. */
const token = (n: number): string =>
  Array.from(digestOf(n).subarray(-TOKEN_LENGTH), (byte) => LETTERS[byte % LETTERS.length] ?? '').join('');

export function namedPeople(n: number): Partial<NdaPersonal> & { readonly ideaTitle: string } {
  const [kind, thing, ...names] = digestOf(n);
  const name = (at: number): string => `${oneOf(FIRST_NAMES, names[at])} ${oneOf(LAST_NAMES, names[at + 1])}`;
  const word = token(n);
  return {
    ideaTitle: `${oneOf(KINDS, kind)} ${oneOf(THINGS, thing)} ${word}`,
    party1Name: name(0),
    party1Email: `${word}@example.org`,
    party2Name: name(2),
    party2Email: `${word}@example.com`,
  };
}

const partsOf = (word: string): string[] =>
  Array.from({ length: LONGEST_PART - SHORTEST_PART + 1 }, (_, more) => SHORTEST_PART + more).flatMap(
    (length) =>
      Array.from({ length: Math.max(0, word.length - length + 1) }, (_, at) => word.slice(at, at + length)),
  );

/** Returns parts of words, three to eight letters long, that occur in most agreements. */
export function commonParts(count: number): readonly string[] {
  const words = [FIRST_NAMES, LAST_NAMES, KINDS, THINGS].flatMap((list) => list.slice(0, COMMON));
  return [...new Set(words.flatMap((word) => partsOf(word.toLowerCase())))].slice(0, count);
}

/** Returns parts of words, three to eight letters long, that occur in only a few of this many agreements. */
export const rareParts = (count: number, ndas: number): readonly string[] =>
  Array.from({ length: count }, (_, n) =>
    token(1 + Math.floor((n * ndas) / count)).slice(
      0,
      SHORTEST_PART + (n % (LONGEST_PART - SHORTEST_PART + 1)),
    ),
  );
