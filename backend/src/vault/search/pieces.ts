import { spellings } from '@siegel/contracts/admin/search-text';

/**
 * Number of letters in a piece. A search that is shorter than a piece would find nearly everything, so it is
 * refused.
 */
const PIECE = 3;
/**
 * Maximum number of pieces that one search looks up, because each piece costs a lookup. The chosen pieces are
 * spread over the search text. Not all pieces are needed, because every hit is compared with the whole search
 * text anyway.
 */
const LOOKED_UP_MAX = 12;

function piecesOfSpelling(spelled: string): readonly string[] {
  const letters = Array.from(spelled);
  const count = Math.max(0, letters.length - PIECE + 1);
  return [...new Set(Array.from({ length: count }, (_, at) => letters.slice(at, at + PIECE).join('')))];
}

/**
 * Returns the pieces of a text: every sequence of three letters in each spelling of the text, without
 * duplicates (rule:search-on-encrypted-data).
 */
export const piecesOf = (text: string): readonly string[] => [
  ...new Set(spellings(text).flatMap(piecesOfSpelling)),
];

/**
 * Returns one list of pieces for each spelling of the search text. A matching field contains all pieces of at
 * least one list.
 */
export const piecesToFind = (search: string): readonly (readonly string[])[] =>
  spellings(search).map((spelled) => spread(piecesOfSpelling(spelled)));

/** Chooses the first piece, the last one, and some between them. */
function spread(pieces: readonly string[]): readonly string[] {
  if (pieces.length <= LOOKED_UP_MAX) return pieces;
  const step = (pieces.length - 1) / (LOOKED_UP_MAX - 1);
  const chosen = new Set(Array.from({ length: LOOKED_UP_MAX }, (_, nth) => Math.round(nth * step)));
  return pieces.filter((_, at) => chosen.has(at));
}

/**
 * True if one of the texts contains the search text. The texts and the search text may each have several
 * spellings.
 */
export function hasPart(texts: readonly string[], search: string): boolean {
  const wanted = spellings(search);
  return texts.some((text) => spellings(text).some((has) => wanted.some((part) => has.includes(part))));
}
