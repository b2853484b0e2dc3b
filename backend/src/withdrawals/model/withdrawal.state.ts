import type { Declaration, ReceiptKind } from './withdrawal.events.js';

/** Times are ISO 8601 UTC. */
export interface WithdrawalState {
  /**
   * `declaredAt` is the time at which the declaration was received. `declaredBy` is the id of the event that
   * records the declaration. Both are null if the stream does not exist.
   */
  readonly declaredAt: string | null;
  readonly declaredBy: string | null;
  /** Undefined once the payload is erased. */
  readonly declaration: Declaration | undefined;
  /** Kind of receipt; null if it was not decided when the withdrawal was declared. */
  readonly receipt: ReceiptKind | null;
  readonly receiptSentAt: string | null;
  /**
   * `failures` is the number of recorded failures to send the receipt. `lastCode` is the code of the last
   * failure.
   */
  readonly failures: number;
  readonly lastCode: string | null;
  /** Time of the first refusal. The two weeks after which the receipt is given up begin at this time. */
  readonly firstRefusedAt: string | null;
  readonly closedAt: string | null;
  /**
   * Time at which the key's destruction became due. The key is due for destruction until `keyDestroyedAt` is
   * set.
   */
  readonly keyDueAt: string | null;
  /** From this time on, the declaration cannot be read and nothing can be added to it. */
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
