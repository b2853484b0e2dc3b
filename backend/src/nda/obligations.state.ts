import type { ObligationKind, Party } from '@siegel/contracts/enums';

// What the state of an NDA holds of its obligations (rule:obligations). Nothing in it is personal; times are ISO 8601 UTC.

export interface OpenObligation {
  readonly kind: ObligationKind;
  /** Of the event that made it. */
  readonly id: string;
  readonly since: string;
  readonly party: Party | null;
  /** What it is found by elsewhere: the provider's payment or message, or which kind of mail. */
  readonly reference: string | null;
  /** In the smallest unit of the currency. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** Failed ones, as far as recorded; with the code of the last one, and when the next is. */
  readonly attempts: number;
  readonly lastError: string | null;
  readonly nextTryAt: string | null;
  /** From then on it is owed no more. */
  readonly until: string | null;
  /** Tells it from all others of the NDA. */
  readonly what: string;
}

/** One that follows from an event or from the state, before it is noted since when. */
export type Owed = Pick<OpenObligation, 'what' | 'kind'> &
  Partial<Pick<OpenObligation, 'id' | 'party' | 'reference' | 'until' | 'amount' | 'currency'>>;

export interface Obligations {
  /** In the order in which they were made, those of the service first. */
  readonly open: readonly OpenObligation[];
  /** Ids of those that a person ends and that are ended, whoever or whatever did it. */
  readonly over: readonly string[];
}

export const NO_OBLIGATIONS: Obligations = { open: [], over: [] };
