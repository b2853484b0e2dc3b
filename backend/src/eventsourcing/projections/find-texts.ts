import { keyVersionsIn } from '../../vault/search/key-versions.js';
import { type Hits, hitsQuery, type HitsWanted, type Shelved } from '../../vault/search/shelves.js';
import { readCheckpoint } from '../subscriptions/checkpoints.js';
import { fieldOf, type IndexedTexts, type IndexParts } from './indexed-texts.js';
import { columnName } from '../../platform/postgres/columns.js';

interface SearchedIndex extends Shelved {
  /** Of the projection that makes it. */
  readonly name: string;
  readonly texts: IndexedTexts<string>;
}

/**
 * What an index takes for hits of a search in any of its texts; nothing of them is opened.
 * @param values of the condition in `where`
 */
export async function findTexts(
  { pool, keys }: Pick<IndexParts, 'pool' | 'keys'>,
  index: SearchedIndex,
  search: string,
  wanted: Omit<HitsWanted, 'anyOf'>,
  values: unknown[] = [],
): Promise<Hits> {
  const made = await readCheckpoint(pool, index.name);
  const anyOf = keyVersionsIn(made?.version, keys.version).flatMap((version) =>
    index.texts.texts.flatMap((text) =>
      keys
        .entriesToFind(version, fieldOf(index.texts, text), search)
        .map((names) => ({ column: columnName(text), names })),
    ),
  );
  const { rows } = await pool.query<Hits>(hitsQuery(index, { ...wanted, anyOf }, values), values);
  return rows[0] ?? { counted: 0, ids: [] };
}
