import { FOLDED } from '../agreement.entity.js';

/**
 * Returns an SQL condition. It is true if the NDA has a row and this row says that the voucher does not pay
 * for the party. Other payments for the party do not matter. All three arguments are SQL expressions. app/
 * applies the condition to redeemed vouchers. `OFFSET 0` makes the database look up the row by its key.
 */
export const doesNotPay = (ndaId: string, party: string, voucherId: string): string =>
  `EXISTS (SELECT FROM (SELECT state FROM ndas WHERE id = ${ndaId} AND ${FOLDED} OFFSET 0) nda
     WHERE nda.state #>> ARRAY['payments', ${party}::text, 'voucherId'] IS DISTINCT FROM ${voucherId})`;
