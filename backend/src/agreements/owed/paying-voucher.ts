import { MADE } from '../agreement.entity.js';

/**
 * An SQL condition: there is a row of this NDA, and this voucher does not pay for this party there; whatever else may
 * count for it. All three are SQL expressions. For app/, which asks it of vouchers that are taken. `OFFSET 0` has the
 * row looked up by its key.
 */
export const doesNotPay = (ndaId: string, party: string, voucherId: string): string =>
  `EXISTS (SELECT FROM (SELECT state FROM ndas WHERE id = ${ndaId} AND ${MADE} OFFSET 0) nda
     WHERE nda.state #>> ARRAY['payments', ${party}::text, 'voucherId'] IS DISTINCT FROM ${voucherId})`;
