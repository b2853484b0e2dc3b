import { spellings } from '@siegel/contracts/admin/search-text';

/** Letters in a piece. Shorter searches would find nearly everything, and are refused. */
const PIECE = 3;
/**
 * Number of pieces of a search that are looked up at most, spread over the search. Each costs a lookup, and
 * every hit is compared with the whole search anyway.
 */
const LOOKED_UP_MAX = 12;

function piecesOfSpelling(spelled: string): readonly string[] {
  const letters = Array.from(spelled);
  const count = Math.max(0, letters.length - PIECE + 1);
  return [...new Set(Array.from({ length: count }, (_, at) => letters.slice(at, at + PIECE).join('')))];
}

/**
 * Returns every part of three letters of a text, in each of its spellings, without duplicates
 * (rule:search-on-encrypted-data).
 */
export const piecesOf = (text: string): readonly string[] => [
  ...new Set(spellings(text).flatMap(piecesOfSpelling)),
];

/** Returns for each spelling of the search the pieces that a matching field must all contain. */
export const piecesToFind = (search: string): readonly (readonly string[])[] =>
  spellings(search).map((spelled) => spread(piecesOfSpelling(spelled)));

/** Chooses the first piece, the last one, and some between them. */
function spread(pieces: readonly string[]): readonly string[] {
  if (pieces.length <= LOOKED_UP_MAX) return pieces;
  const step = (pieces.length - 1) / (LOOKED_UP_MAX - 1);
  const chosen = new Set(Array.from({ length: LOOKED_UP_MAX }, (_, nth) => Math.round(nth * step)));
  return pieces.filter((_, at) => chosen.has(at));
}

/** True if one of the texts contains the search. Either may have several spellings. */
export function hasPart(texts: readonly string[], search: string): boolean {
  const wanted = spellings(search);
  return texts.some((text) => spellings(text).some((has) => wanted.some((part) => has.includes(part))));
}
