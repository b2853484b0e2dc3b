import { agreementProjection, agreementsProjection } from '../agreements/agreement.projection.js';
import { voucherListProjection } from '../vouchers/voucher-list.projection.js';
import { figuresProjection } from '../analytics/figures.projection.js';
import { VOUCHER_SEARCH, voucherSearchProjection } from '../vouchers/voucher-search.projection.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { readingsProjection } from '../audit/readings.projection.js';
import { withdrawalsProjection } from '../withdrawals/withdrawals.projection.js';
import { NDA_SEARCH, ndaSearchProjection } from '../agreements/search/nda-search.projection.js';
import type { Infrastructure } from './infrastructure.js';

/** Read models that events alone make, beside that of agreements. */
const others = [voucherListProjection, figuresProjection, withdrawalsProjection, readingsProjection] as const;

/** Read models that somebody may wait for, or that tests read. */
export const projections = [agreementProjection, ...others] as const;

/** Of every read model, also of those that keys are needed for. */
export const projectionNames: readonly string[] = [
  ...projections.map(({ name }) => name),
  NDA_SEARCH,
  VOUCHER_SEARCH,
];

/**
 * Every read model, for the runners and for `siegel projections:rebuild`: also those that keys are needed for. The
 * runners know rows and events only as such; each projection is typed where it is written.
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
