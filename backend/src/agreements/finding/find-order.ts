import type { Party } from '@siegel/contracts/enums';
import { CURRENCY } from '@siegel/contracts/limits';
import { orderNumberIn } from '@siegel/contracts/payments/order-number-in';
import type { Pool } from 'pg';
import type { Tampering } from '../../platform/tampering/tampering.js';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import type { CurrentNdas } from '../current-ndas.js';
import { livingNdas } from '../living-ndas.js';
import type { NdaState } from '../../nda/nda.state.js';
import { keptOfOrder } from '../../nda/rules/party-money.js';

/** An order: the amount that one party of an NDA pays, and whether it is paid. */
export interface FoundOrder {
  readonly ndaId: string;
  readonly party: Party;
  /** The paid amount in cents; 0 if a voucher paid, null if nothing was paid yet. */
  readonly amount: number | null;
  /**
   * Cents of the order that the service keeps. Money that went back is subtracted, and so is counted money
   * that is listed as due back. Null if nothing was paid yet.
   */
  readonly kept: number | null;
  readonly currency: string;
  /** ISO 8601 UTC. */
  readonly paidAt: string | null;
  /** True if the service was performed in full: both parties have the document. */
  readonly performed: boolean;
}

/** One way to name an order in a text that a person wrote: by an NDA's id or by an order number. */
interface Naming {
  readonly party: Party;
  /** Returns the id or order number that the text contains; undefined if the text contains none. */
  readonly valueIn: (text: string) => string | undefined;
  /** An SQL condition on `nda`. `$1` is the value that `valueIn` found. */
  readonly where: string;
  /** Computes the correct id or order number of the order from the NDA's id. */
  readonly nameOf: (id: string) => string;
}

const NDA_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/**
 * The URLs of an NDA's pages contain the NDA's id. Only Party 1 can open these pages, so the id names Party
 * 1's order. An order number names the order of one of the two parties.
 */
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

/**
 * Maximum number of rows that are checked for one name. More than one row means that somebody changed a row.
 */
const FOUND_MAX = 5;

export interface FindOrderParts {
  readonly pool: Pool;
  readonly ndas: Pick<CurrentNdas, 'one'>;
  readonly tampering: Tampering;
}

/**
 * Finds the order that a text names by an NDA's id or by an order number, anywhere in the text; undefined if
 * there is no such order. The table's indexes only supply candidates. The data of the order comes from the
 * stream (rule:stream-confirms-who-may).
 */
export const findOrder =
  ({ pool, ndas, tampering }: FindOrderParts) =>
  async (reference: string): Promise<FoundOrder | undefined> => {
    for (const { party, valueIn, where, nameOf } of NAMINGS) {
      const value = valueIn(reference);
      if (value === undefined) continue;
      const { rows } = await pool.query<{ id: string }>(
        `SELECT nda.id FROM ${livingNdas()} WHERE ${where} LIMIT ${FOUND_MAX}`,
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

function orderOf(state: NdaState, party: Party): FoundOrder {
  const { id, status, payments } = state;
  const { amount, paidAt } = payments[party];
  return {
    ndaId: id,
    party,
    amount: paidAt === null ? null : amount,
    kept: paidAt === null ? null : keptOfOrder(state, party),
    currency: CURRENCY,
    paidAt,
    performed: status === 'sent',
  };
}
