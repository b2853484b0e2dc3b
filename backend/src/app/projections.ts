import { agreementProjection, agreementsProjection } from '../agreements/agreement.projection.js';
import { voucherListProjection } from '../vouchers/voucher-list.projection.js';
import { figuresProjection } from '../analytics/figures.projection.js';
import { VOUCHER_SEARCH, voucherSearchProjection } from '../vouchers/voucher-search.projection.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { readingsProjection } from '../audit/readings.projection.js';
import { withdrawalsProjection } from '../withdrawals/withdrawals.projection.js';
import { NDA_SEARCH, ndaSearchProjection } from '../agreements/search/nda-search.projection.js';
import type { Infrastructure } from './infrastructure.js';

/** Read models that are made from events alone. The read model of agreements is not in this list. */
const others = [voucherListProjection, figuresProjection, withdrawalsProjection, readingsProjection] as const;

/** Read models that a request may wait for, or that tests read. */
export const projections = [agreementProjection, ...others] as const;

/** Names of all read models, including those that need keys. */
export const projectionNames: readonly string[] = [
  ...projections.map(({ name }) => name),
  NDA_SEARCH,
  VOUCHER_SEARCH,
];

/**
 * Returns all read models, including those that need keys, for the runners and for `siegel
 * projections:rebuild`. The runners do not know the types of rows and events; each projection declares its
 * own types.
 */
export const projectionsOf = ({
  backgroundPool: pool,
  journal,
  searchKeys: keys,
  keyedHash,
  tampering,
}: Pick<
  Infrastructure,
  'backgroundPool' | 'journal' | 'searchKeys' | 'keyedHash' | 'tampering'
>): readonly Projection[] =>
  [
    agreementsProjection({ keyedHash, tampering }),
    ...others,
    ndaSearchProjection({ pool, journal, keys }),
    voucherSearchProjection({ pool, journal, keys }),
  ].map((projection) => projection as unknown as Projection);
