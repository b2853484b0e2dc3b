import { voucherListProjection } from '../admin/voucher-list.projection.js';
import { figuresProjection } from '../analytics/figures.projection.js';
import { VOUCHER_SEARCH, voucherSearchProjection } from '../admin/voucher-search.projection.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { readingsProjection } from '../audit/readings.projection.js';
import { invitationsProjection } from '../invitations/invitations.projection.js';
import { obligationsProjection } from '../obligations/obligations.projection.js';
import { signingLinkProjection } from '../signing-page/signing-link.projection.js';
import { withdrawalsProjection } from '../withdraw-page/withdrawals.projection.js';
import { ndaProjection } from '../wizard/nda.projection.js';
import { auditedNdasProjection } from '../wizard/replay/audited-ndas.projection.js';
import { NDA_SEARCH, ndaSearchProjection } from '../wizard/search/nda-search.projection.js';
import type { Infrastructure } from './infrastructure.js';

/** Read models that events alone make. */
export const projections = [
  ndaProjection,
  voucherListProjection,
  signingLinkProjection,
  invitationsProjection,
  obligationsProjection,
  figuresProjection,
  withdrawalsProjection,
  readingsProjection,
  auditedNdasProjection,
] as const;

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
}: Pick<Infrastructure, 'backgroundPool' | 'journal' | 'searchKeys'>): readonly Projection[] =>
  [
    ...projections,
    ndaSearchProjection({ pool, journal, keys }),
    voucherSearchProjection({ pool, journal, keys }),
  ].map((projection) => projection as unknown as Projection);
