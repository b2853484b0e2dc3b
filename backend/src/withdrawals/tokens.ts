import type { Party } from '@siegel/contracts/enums';

/** Injection tokens of what this side needs from elsewhere. */
export const FIND_ORDER = Symbol('FindOrder');
export const OWN_ORDER = Symbol('OwnOrder');

/** An order as its withdrawal is told of it. */
export interface KnownOrder {
  readonly ndaId: string;
  readonly party: Party;
  /** What counted of this party, in cents, 0 where a voucher paid; null while nothing did. */
  readonly amount: number | null;
  readonly currency: string;
  /** ISO 8601 UTC. */
  readonly paidAt: string | null;
  /** The service was performed in full: both parties have the document. */
  readonly performed: boolean;
}

/** Whatever somebody wrote to name an order; undefined where nothing is known of it. */
export type FindOrder = (reference: string) => Promise<KnownOrder | undefined>;

/** Whether a text names a paid order, and an address is of a mailbox that its party has or had: no row decides it. */
export type OwnOrder = (reference: string, email: string) => Promise<boolean>;
