import type {
  Declaration,
  ReceiptKind,
  WithdrawalClosed,
  WithdrawalKeyDestroyed,
  WithdrawalKeyDestructionDue,
  WithdrawalReceiptFailed,
  WithdrawalReceiptSent,
} from './withdrawal.events.js';

/** The commands of a withdrawal. */

export interface DeclareWithdrawal {
  readonly type: 'DeclareWithdrawal';
  readonly declaration: Declaration;
  readonly receipt: ReceiptKind;
}
export interface RecordReceiptSent {
  readonly type: 'RecordReceiptSent';
  readonly receipt: WithdrawalReceiptSent['open'];
}
export interface RecordReceiptFailure {
  readonly type: 'RecordReceiptFailure';
  readonly failure: WithdrawalReceiptFailed['open'];
}
/**
 * Records that a person has answered the withdrawal. `about` is the id of the event that made the answer
 * owed.
 */
export interface CloseWithdrawal {
  readonly type: 'CloseWithdrawal';
  readonly about: string;
  readonly by: WithdrawalClosed['open']['by'];
  readonly note?: string;
}
/**
 * Makes the destruction of the key due. Before the retention is over, the command has an effect only with the
 * reason `restored`. This reason means that the key was destroyed before a restore, but the restored log does
 * not record the destruction.
 */
export type NoteWithdrawalKeyDue = WithdrawalKeyDestructionDue['open'] & {
  readonly type: 'NoteWithdrawalKeyDue';
};
/** Records that the declaration can never be read again. */
export type RecordWithdrawalKeyDestroyed = WithdrawalKeyDestroyed['open'] & {
  readonly type: 'RecordWithdrawalKeyDestroyed';
};

export type WithdrawalCommand =
  | DeclareWithdrawal
  | RecordReceiptSent
  | RecordReceiptFailure
  | CloseWithdrawal
  | NoteWithdrawalKeyDue
  | RecordWithdrawalKeyDestroyed;
