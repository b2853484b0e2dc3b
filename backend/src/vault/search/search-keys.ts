import { createHmac, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { lengthPrefixed } from '../../platform/crypto/length-prefixed.js';
import { piecesOf, piecesToFind } from './pieces.js';

/**
 * Maximum number of piece names in the cache. The least recently used names are dropped first, so the names
 * of common pieces stay.
 */
const REMEMBERED = 50_000;

/**
 * Computes the names under which a search index stores the pieces of a text. Only an owner of the key can
 * search the index (rule:search-on-encrypted-data). A piece has a different name in each field and under each
 * version of the key.
 */
export class SearchKeys {
  private readonly keys = new Map<number, Buffer>();
  private readonly names = new LRUCache<string, number>({ max: REMEMBERED });

  /**
   * @param indexKey INDEX_KEY, 32 bytes
   * @param version version of the key for new entries; a higher version rebuilds the index
   */
  constructor(
    private readonly indexKey: Uint8Array,
    readonly version: number,
  ) {}

  /**
   * Returns the index entries of a text, as 32-bit numbers.
   * @param field names the index and the column
   */
  entriesOf(field: string, text: string): readonly number[] {
    return [...new Set(piecesOf(text).map((piece) => this.nameOf(this.version, field, piece)))];
  }

  /**
   * Returns one list of entries for each spelling of the search text. A matching field has all entries of at
   * least one list.
   * @param version version of the key with which the entries of the index were made
   */
  entriesToFind(version: number, field: string, search: string): readonly (readonly number[])[] {
    return piecesToFind(search).map((pieces) => pieces.map((piece) => this.nameOf(version, field, piece)));
  }

  private nameOf(version: number, field: string, piece: string): number {
    const known = `${version}/${field}/${piece}`;
    const found = this.names.get(known);
    if (found !== undefined) return found;
    const name = createHmac('sha256', this.keyOf(version))
      .update(lengthPrefixed([field, piece]))
      .digest()
      .readUInt32BE(0);
    this.names.set(known, name);
    return name;
  }

  private keyOf(version: number): Buffer {
    const known = this.keys.get(version);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync('sha256', this.indexKey, Buffer.alloc(0), `search/v${version}`, 32));
    this.keys.set(version, key);
    return key;
  }
}
