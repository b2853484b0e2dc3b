import type { Party } from '@siegel/contracts/enums';
import { CURRENCY } from '@siegel/contracts/limits';
import { orderNumberIn } from '@siegel/contracts/payments/order-number-in';
import type { Pool } from 'pg';
import type { Tampering } from '../../platform/tampering/tampering.js';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import type { CurrentNdas } from '../current-ndas.js';
import { living } from '../living.js';
import type { NdaState } from '../../nda/nda.state.js';

/** What is known of an order: what one party of one NDA pays. */
export interface FoundOrder {
  readonly ndaId: string;
  readonly party: Party;
  /** What counted, in cents, 0 where a voucher paid; null while nothing did. */
  readonly amount: number | null;
  readonly currency: string;
  /** ISO 8601 UTC. */
  readonly paidAt: string | null;
  /** The service was performed in full: both parties have the document. */
  readonly performed: boolean;
}

/** How the text that somebody wrote may name an order, and which row of which party that is. */
interface Naming {
  readonly party: Party;
  /** The value that is looked for; undefined where the text has none. */
  readonly valueIn: (text: string) => string | undefined;
  /** An SQL condition on `nda`, with `$1` for that value. */
  readonly where: string;
  /** The value that the NDA has. */
  readonly nameOf: (id: string) => string;
}

const NDA_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The id of the NDA, as its pages' addresses hold it: it names the order of Party 1, who has those pages. */
const NAMINGS: readonly Naming[] = [
  {
    party: 1,
    valueIn: (text) => NDA_ID.exec(text)?.[0].toLowerCase(),
    where: 'nda.id = $1::uuid',
    nameOf: (id) => id,
  },
  ...([1, 2] as const).map((party) => ({
    party,
    valueIn: orderNumberIn,
    where: `nda.party${party}_order_number = $1`,
    nameOf: (id: string) => orderNumber(id, party),
  })),
];

/** Rows that may bear one name: more than one has been changed. */
const FOUND_MAX = 5;

export interface FindOrderParts {
  readonly pool: Pool;
  readonly ndas: Pick<CurrentNdas, 'one'>;
  readonly tampering: Tampering;
}

/**
 * The order that a text names, wherever in it; undefined where nothing is known of it. What somebody wrote is looked
 * up by indexes alone; whose order it is, and what was paid, the stream says (rule:stream-confirms-who-may).
 */
export const findOrder =
  ({ pool, ndas, tampering }: FindOrderParts) =>
  async (reference: string): Promise<FoundOrder | undefined> => {
    for (const { party, valueIn, where, nameOf } of NAMINGS) {
      const value = valueIn(reference);
      if (value === undefined) continue;
      const { rows } = await pool.query<{ id: string }>(
        `SELECT nda.id FROM ${living()} WHERE ${where} LIMIT ${FOUND_MAX}`,
        [value],
      );
      for (const { id } of rows) {
        const nda = await ndas.one(id);
        if (nda !== undefined && nameOf(id) === value) return orderOf(nda.state, party);
        if (nda !== undefined) tampering.found('row', { table: 'ndas', id });
      }
    }
    return undefined;
  };

function orderOf({ id, status, payments }: NdaState, party: Party): FoundOrder {
  const { amount, paidAt } = payments[party];
  return {
    ndaId: id,
    party,
    amount: paidAt === null ? null : amount,
    currency: CURRENCY,
    paidAt,
    performed: status === 'sent',
  };
}
