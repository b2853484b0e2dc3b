import type { Party } from '@siegel/contracts/enums';
import { CURRENCY } from '@siegel/contracts/limits';
import { orderNumberIn } from '@siegel/contracts/payments/order-number-in';
import type { Pool } from 'pg';

/** What the rows know of an order: what one party of one NDA pays. */
export interface FoundOrder {
  readonly ndaId: string;
  readonly party: Party;
  /** What counted, in cents, 0 where a voucher paid; null while nothing did. */
  readonly amount: number | null;
  readonly currency: string;
  /** ISO 8601 UTC. */
  readonly paidAt: string | null;
  /** Both parties have the document. */
  readonly performed: boolean;
}

/** How the text that somebody wrote may name an order, and which row of which party that is. */
interface Naming {
  readonly party: Party;
  /** The value that is looked for; undefined where the text has none. */
  readonly valueIn: (text: string) => string | undefined;
  /** An SQL condition on `nda`, with `$1` for that value. */
  readonly where: string;
}

const NDA_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The id of the NDA, as its pages' addresses hold it: it names the order of Party 1, who has those pages. */
const NAMINGS: readonly Naming[] = [
  {
    party: 1,
    valueIn: (text) => NDA_ID.exec(text)?.[0].toLowerCase(),
    where: 'nda.id = $1::uuid',
  },
  ...([1, 2] as const).map((party) => ({
    party,
    valueIn: orderNumberIn,
    where: `nda.party${party}_order_number = $1`,
  })),
];

const paidBy = (party: Party): string =>
  `nda.party${party}_payment_amount AS amount, nda.party${party}_paid_at AS "paidAt"`;

/**
 * The order that a text names, wherever in it; undefined where nothing is known of it. What somebody wrote is looked
 * up by indexes alone.
 */
export const findOrder =
  (pool: Pool) =>
  async (reference: string): Promise<FoundOrder | undefined> => {
    for (const { party, valueIn, where } of NAMINGS) {
      const value = valueIn(reference);
      if (value === undefined) continue;
      const { rows } = await pool.query<{
        id: string;
        amount: number | null;
        paidAt: Date | null;
        performed: boolean;
      }>(`SELECT nda.id, ${paidBy(party)}, nda.status = 'sent' AS performed FROM ndas nda WHERE ${where}`, [
        value,
      ]);
      const [row] = rows;
      if (row === undefined) continue;
      const { id: ndaId, amount, paidAt, performed } = row;
      const counted = paidAt === null ? null : amount;
      return {
        ndaId,
        party,
        amount: counted,
        currency: CURRENCY,
        paidAt: paidAt?.toISOString() ?? null,
        performed,
      };
    }
    return undefined;
  };
