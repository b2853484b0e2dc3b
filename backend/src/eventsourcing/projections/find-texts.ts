import { keyVersionsIn } from '../../vault/search/key-versions.js';
import { type Hits, hitsQuery, type HitsWanted, type Shelved } from '../../vault/search/shelves.js';
import { readCheckpoint } from '../subscriptions/checkpoints.js';
import { fieldOf, type IndexedTexts, type IndexParts } from './indexed-texts.js';
import { columnName } from '../../platform/postgres/columns.js';

interface SearchedIndex extends Shelved {
  /** Name of the projection that fills the index. */
  readonly name: string;
  readonly texts: IndexedTexts<string>;
}

/**
 * Searches all indexed texts and returns the hits. The search uses only the index, and opens no sealed data.
 * @param values parameters of the condition in `where`
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
