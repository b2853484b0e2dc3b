import type { Declaration, ReceiptKind } from './withdrawal.events.js';

/** Times are ISO 8601 UTC. */
export interface WithdrawalState {
  /** When it was received, and the event that says so; null of a stream that is not there. */
  readonly declaredAt: string | null;
  readonly declaredBy: string | null;
  /** Undefined when the payload is gone. */
  readonly declaration: Declaration | undefined;
  /** What goes out of its receipt; null where that was not decided when it was declared. */
  readonly receipt: ReceiptKind | null;
  readonly receiptSentAt: string | null;
  /** Recorded failures of the receipt, and what the last one tells. */
  readonly failures: number;
  readonly lastCode: string | null;
  /** From which its two weeks are counted. */
  readonly firstRefusedAt: string | null;
  readonly closedAt: string | null;
  /** When its key was found to be due; `keyDestroyedAt` ends that. */
  readonly keyDueAt: string | null;
  /** From when on what was declared can be neither read nor added to. */
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
