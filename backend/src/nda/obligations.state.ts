import type { ObligationKind, Party } from '@siegel/contracts/enums';

// The part of an NDA's state about its obligations (rule:obligations). This part contains nothing personal.
// Times are ISO 8601 UTC.

export interface OpenObligation {
  readonly kind: ObligationKind;
  /** Id of the event that opened the obligation. */
  readonly id: string;
  readonly since: string;
  readonly party: Party | null;
  /**
   * Id of the payment intent if the obligation is about a payment, id of the message if it is about a bounced
   * mail, or kind of the mail if the service owes a mail. Null for all other obligations, and while the id is
   * unknown.
   */
  readonly reference: string | null;
  /**
   * Amount in the smallest unit of the currency. The amount of a refund is the part that still has to be
   * given back.
   */
  readonly amount: number | null;
  readonly currency: string | null;
  /**
   * `attempts` is the number of the last failed attempt that was recorded, and `lastError` is the code of
   * that attempt. `nextTryAt` is the time of the next attempt.
   */
  readonly attempts: number;
  readonly lastError: string | null;
  readonly nextTryAt: string | null;
  /** Time from which the obligation is no longer owed. */
  readonly until: string | null;
  /** Identifies the obligation within its NDA. */
  readonly what: string;
}

/**
 * An obligation that follows from an event or from the state. It is not known yet when the obligation began.
 */
export type Owed = Pick<OpenObligation, 'what' | 'kind'> &
  Partial<Pick<OpenObligation, 'id' | 'party' | 'reference' | 'until' | 'amount' | 'currency'>>;

export interface Obligations {
  /**
   * The service's own obligations come first. After them come the obligations of persons, in the order in
   * which they were opened.
   */
  readonly open: readonly OpenObligation[];
  /**
   * Ids of the ended obligations whose kind a person can close. An id is included whether or not a person
   * closed the obligation.
   */
  readonly over: readonly string[];
}

export const NO_OBLIGATIONS: Obligations = { open: [], over: [] };
