import { voucherListProjection } from './admin/voucher-list.projection.js';
import { ndaProjection } from './wizard/nda.projection.js';

/** Every read model, for the runners and for `npm run projections:rebuild`. */
export const projections = [ndaProjection, voucherListProjection] as const;
