import { SEARCH_HITS_MAX } from '@siegel/contracts/limits';
import type { NdaStatus } from '@siegel/contracts/enums';
import { findTexts } from '../../eventsourcing/projections/find-texts.js';
import type { IndexParts } from '../../eventsourcing/projections/indexed-texts.js';
import type { PageRange } from '../../platform/lists/list-marks.js';
import type { Hits } from '../../vault/search/shelves.js';
import { entryOfStatus, NDA_SEARCH, NDA_TEXTS } from './nda-search.projection.js';

const INDEX = { name: NDA_SEARCH, table: 'nda_search', texts: NDA_TEXTS };

export interface SearchOfNdas extends PageRange {
  readonly search: string;
  readonly status: NdaStatus | undefined;
  readonly oldestFirst: boolean;
}

/** Searches the index of NDAs. It opens no sealed part. */
export class FindNdas {
  constructor(private readonly parts: Pick<IndexParts, 'pool' | 'keys'>) {}

  hits({ search, status, oldestFirst, offset, limit }: SearchOfNdas): Promise<Hits> {
    const wanted = {
      allOf: status === undefined ? [] : [{ column: 'state', names: [entryOfStatus(status)] }],
      oldestFirst,
      max: SEARCH_HITS_MAX,
      offset,
      limit,
    };
    return findTexts(this.parts, INDEX, search, wanted);
  }
}
