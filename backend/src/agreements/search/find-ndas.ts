import { SEARCH_HITS_MAX } from '@siegel/contracts/limits';
import type { NdaStatus } from '@siegel/contracts/enums';
import type { Pool } from 'pg';
import { fieldOf } from '../../eventsourcing/projections/indexed-texts.js';
import { columnName } from '../../eventsourcing/projections/row-codec.js';
import { readCheckpoint } from '../../eventsourcing/subscriptions/checkpoints.js';
import { keyVersionsIn } from '../../vault/search/key-versions.js';
import type { SearchKeys } from '../../vault/search/search-keys.js';
import { type Hits, hitsQuery, type Wanted } from '../../vault/search/shelves.js';
import { entryOfStatus, NDA_SEARCH, NDA_TEXTS } from './nda-search.projection.js';
import { SEARCHED_TEXTS } from './nda-search-row.js';

export interface SearchOfNdas {
  readonly search: string;
  readonly status: NdaStatus | undefined;
  readonly oldestFirst: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** What the index takes for hits; nothing of them is opened. */
export class FindNdas {
  constructor(
    private readonly pool: Pool,
    private readonly keys: SearchKeys,
  ) {}

  async hits({ search, status, oldestFirst, offset, limit }: SearchOfNdas): Promise<Hits> {
    const made = await readCheckpoint(this.pool, NDA_SEARCH);
    const wanted = {
      anyOf: keyVersionsIn(made?.version, this.keys.version).flatMap((version) =>
        this.wanted(version, search),
      ),
      allOf: status === undefined ? [] : [{ column: 'state', names: [entryOfStatus(status)] }],
      oldestFirst,
      max: SEARCH_HITS_MAX,
      offset,
      limit,
    };
    const values: unknown[] = [];
    const text = hitsQuery({ table: 'nda_search' }, wanted, values);
    const { rows } = await this.pool.query<Hits>(text, values);
    return rows[0] ?? { counted: 0, ids: [] };
  }

  private wanted(version: number, search: string): readonly Wanted[] {
    return SEARCHED_TEXTS.flatMap((text) =>
      this.keys
        .entriesToFind(version, fieldOf(NDA_TEXTS, text), search)
        .map((names) => ({ column: columnName(text), names })),
    );
  }
}
