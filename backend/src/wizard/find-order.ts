import type { Party } from '@siegel/contracts/enums';
import { CURRENCY } from '@siegel/contracts/limits';
import { orderNumberIn } from '@siegel/contracts/payments/order-number-in';
import type { Pool } from 'pg';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { CurrentNdas } from './current-ndas.js';
import type { NdaRow } from './nda-row.js';

/** What is known of an order: what one party of one NDA pays. */
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
  /** What of the NDA as it is bears that value. */
  readonly named: 'id' | 'party1OrderNumber' | 'party2OrderNumber';
}

const NDA_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The id of the NDA, as its pages' addresses hold it: it names the order of Party 1, who has those pages. */
const NAMINGS: readonly Naming[] = [
  {
    party: 1,
    valueIn: (text) => NDA_ID.exec(text)?.[0].toLowerCase(),
    where: 'nda.id = $1::uuid',
    named: 'id',
  },
  ...([1, 2] as const).map((party) => ({
    party,
    valueIn: orderNumberIn,
    where: `nda.party${party}_order_number = $1`,
    named: `party${party}OrderNumber` as const,
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
    for (const { party, valueIn, where, named } of NAMINGS) {
      const value = valueIn(reference);
      if (value === undefined) continue;
      const { rows } = await pool.query<{ id: string }>(
        `SELECT nda.id FROM ndas nda WHERE ${where} LIMIT ${FOUND_MAX}`,
        [value],
      );
      for (const { id } of rows) {
        const nda = await ndas.one(id);
        if (nda?.[named] === value) return orderOf(nda, party);
        if (nda !== undefined) tampering.found('row', { table: 'ndas', id });
      }
    }
    return undefined;
  };

function orderOf(nda: NdaRow, party: Party): FoundOrder {
  const [amount, paidAt] =
    party === 1 ? [nda.party1PaymentAmount, nda.party1PaidAt] : [nda.party2PaymentAmount, nda.party2PaidAt];
  return {
    ndaId: nda.id,
    party,
    amount: paidAt === null ? null : amount,
    currency: CURRENCY,
    paidAt,
    performed: nda.status === 'sent',
  };
}
