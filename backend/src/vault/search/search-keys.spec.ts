import { randomBytes } from 'node:crypto';
import { folded, spellings } from '@siegel/contracts/admin/search-text';
import { hasPart, piecesOf, piecesToFind } from './pieces.js';
import { SearchKeys } from './search-keys.js';
import { keyVersionsIn, indexVersion, keyVersionOf } from './key-versions.js';
import { onShelf, ROWS_PER_SHELF } from './shelves.js';

describe('texts', () => {
  it.each([
    ['  ÄRGER  mit\tNaïve ', 'arger mit naive'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['A\u0301', 'a'],
  ])('%j is normalised', (text, expected) => expect(folded(text)).toBe(expected));

  it('have a second spelling if they have umlauts', () => {
    expect(spellings('Öl')).toEqual(['ol', 'oel']);
    expect(spellings('O\u0308l')).toEqual(['ol', 'oel']);
    expect(spellings('Oel')).toEqual(['oel']);
  });

  it('are split into pieces of three letters, each listed once', () => {
    expect(piecesOf('Anana')).toEqual(['ana', 'nan']);
    expect(piecesOf('ab')).toEqual([]);
    expect(piecesOf('Öle')).toEqual(['ole', 'oel', 'ele']);
    expect(piecesOf('😀a😀')).toEqual(['😀a😀']);
  });

  it('are searched by few pieces even if they are long, including the first and the last', () => {
    const letters = Array.from({ length: 200 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
    const [pieces = [], ...others] = piecesToFind(letters);
    expect(others).toEqual([]);
    expect(pieces).toHaveLength(12);
    expect([pieces[0], pieces.at(-1)]).toEqual([letters.slice(0, 3), letters.slice(-3)]);
    expect(pieces.every((piece) => piecesOf(letters).includes(piece))).toBe(true);
  });

  it('are searched by all their pieces if there are at most twelve', () => {
    const letters = (count: number) =>
      Array.from({ length: count }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
    for (const count of [3, 13, 14]) expect(piecesToFind(letters(count))).toEqual([piecesOf(letters(count))]);
    expect(piecesToFind(letters(15))[0]).toHaveLength(12);
  });

  it('are compared with the search in any spelling of either', () => {
    expect(hasPart(['Grün', 'Weiß'], 'gruen')).toBe(true);
    expect(hasPart(['Gruen'], 'grün')).toBe(true);
    expect(hasPart(['Gr', 'ün'], 'grün')).toBe(false);
  });
});

describe('the names of pieces', () => {
  const indexKey = randomBytes(32);
  const keys = new SearchKeys(indexKey, 1);

  it('are the same in every process with the key, and differ by field, version and key', () => {
    const named = keys.entriesOf('nda.ideaTitle', 'Idee');
    expect(new SearchKeys(indexKey, 1).entriesOf('nda.ideaTitle', 'IDEE')).toEqual(named);
    const others = [
      keys.entriesOf('nda.party1Name', 'Idee'),
      new SearchKeys(indexKey, 2).entriesOf('nda.ideaTitle', 'Idee'),
      new SearchKeys(randomBytes(32), 1).entriesOf('nda.ideaTitle', 'Idee'),
    ];
    expect(new Set([named, ...others].flat()).size).toBe(8);
    expect(keys.entriesToFind(2, 'nda.ideaTitle', 'idee')).toEqual([others[1]]);
  });

  it('match those in existing rows', () => {
    const kept = (version: number) =>
      new SearchKeys(Buffer.alloc(32, 7), version).entriesOf('nda.ideaTitle', 'Idee');
    expect([kept(1), kept(2)]).toEqual([
      [1091448909, 316115187],
      [2215086951, 1421364121],
    ]);
  });

  it('are put on shelves: the numbers stay exact integers', () => {
    const last = 2 ** 32 - 1;
    expect(onShelf(ROWS_PER_SHELF - 1, [7, last])).toEqual([7, last]);
    expect(onShelf(ROWS_PER_SHELF, [7])).toEqual([2 ** 32 + 7]);
    const [far = 0] = onShelf(8_000_000_000, [last]);
    expect(Number.isSafeInteger(far)).toBe(true);
  });

  it('are searched under the version of the index, and under a later one during a rebuild', () => {
    expect(keyVersionOf(indexVersion(3, 12))).toBe(12);
    expect(keyVersionsIn(undefined, 2)).toEqual([2]);
    expect(keyVersionsIn(indexVersion(1, 1), 2)).toEqual([1, 2]);
    expect(keyVersionsIn(indexVersion(1, 2), 2)).toEqual([2]);
    expect(keyVersionsIn(indexVersion(1, 3), 2)).toEqual([3]);
  });
});
