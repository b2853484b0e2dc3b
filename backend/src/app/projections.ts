import { voucherListProjection } from '../admin/voucher-list.projection.js';
import { figuresProjection } from '../analytics/figures.projection.js';
import { invitationsProjection } from '../invitations/invitations.projection.js';
import { obligationsProjection } from '../obligations/obligations.projection.js';
import { signingLinkProjection } from '../signing-page/signing-link.projection.js';
import { withdrawalsProjection } from '../withdraw-page/withdrawals.projection.js';
import { ndaProjection } from '../wizard/nda.projection.js';

/** Every read model, for the runners and for `npm run projections:rebuild`. */
export const projections = [
  ndaProjection,
  voucherListProjection,
  signingLinkProjection,
  invitationsProjection,
  obligationsProjection,
  figuresProjection,
  withdrawalsProjection,
] as const;
