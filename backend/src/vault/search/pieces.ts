import { spellings } from '@siegel/contracts/admin/search-text';

/** Letters in a piece. Shorter searches would find nearly everything, and are refused. */
const PIECE = 3;
/**
 * Maximum number of pieces of a search that are looked up, because each piece costs a lookup. The chosen
 * pieces are spread over the search. Not all pieces are needed, because every hit is compared with the whole
 * search anyway.
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

/**
 * Returns one list of pieces for each spelling of the search. A matching field contains all pieces of at
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

/** True if one of the texts contains the search. The texts and the search may each have several spellings. */
export function hasPart(texts: readonly string[], search: string): boolean {
  const wanted = spellings(search);
  return texts.some((text) => spellings(text).some((has) => wanted.some((part) => has.includes(part))));
}
