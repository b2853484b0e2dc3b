import type { Declaration, ReceiptKind } from './withdrawal.events.js';

/** Times are ISO 8601 UTC. */
export interface WithdrawalState {
  /** Time of receipt, and the event that records it; null if the stream does not exist. */
  readonly declaredAt: string | null;
  readonly declaredBy: string | null;
  /** Undefined once the payload is erased. */
  readonly declaration: Declaration | undefined;
  /** Kind of receipt; null if that was not decided at the declaration. */
  readonly receipt: ReceiptKind | null;
  readonly receiptSentAt: string | null;
  /** Number of recorded failures of the receipt, and the code of the last one. */
  readonly failures: number;
  readonly lastCode: string | null;
  /** Start of the two weeks of refusals. */
  readonly firstRefusedAt: string | null;
  readonly closedAt: string | null;
  /** Time at which its key became due; `keyDestroyedAt` ends that. */
  readonly keyDueAt: string | null;
  /** From this time on the declaration can be neither read nor added to. */
  readonly keyDestroyedAt: string | null;
}

export const initialWithdrawal: WithdrawalState = {
  declaredAt: null,
  declaredBy: null,
  declaration: undefined,
  receipt: null,
  receiptSentAt: null,
  failures: 0,
  lastCode: null,
  firstRefusedAt: null,
  closedAt: null,
  keyDueAt: null,
  keyDestroyedAt: null,
};
