import type { Language } from '@siegel/contracts/enums';
import type { NewEvent } from '../eventsourcing/journal/event.js';
import type { KeyDestroyed } from '../eventsourcing/journal/key-destroyed.js';

// Everything that can be said of a withdrawal from a contract (rule:withdrawal). Names of events are unique
// over all kinds of streams, so each begins with its own.

/** What was declared: all of it is personal. */
export interface Declaration {
  readonly name: string;
  readonly email: string;
  /** The order's number, or whatever else names the contract. */
  readonly reference: string;
  readonly message: string | null;
  /** In which the receipt is written. */
  readonly language: Language;
}

/**
 * How a withdrawal is receipted by mail (rule:withdrawal-receipt): `whole` repeats what the sender wrote, `brief` says in
 * our words alone what was declared, and of a `withheld` one nothing goes out.
 */
export const RECEIPTS = ['whole', 'brief', 'withheld'] as const;
export type ReceiptKind = (typeof RECEIPTS)[number];

export type WithdrawalDeclared = NewEvent<
  'WithdrawalDeclared',
  {
    /** Null of one that was declared before this was decided: whoever sends the receipt decides it then. */
    readonly receipt: ReceiptKind | null;
  },
  Declaration
>;
export type WithdrawalReceiptSent = NewEvent<
  'WithdrawalReceiptSent',
  {
    /** Id of the event that owes it. */
    readonly about: string;
    readonly messageId: string;
  }
>;
export type WithdrawalReceiptFailed = NewEvent<
  'WithdrawalReceiptFailed',
  {
    readonly about: string;
    readonly code: string;
    /** A refusal, not a passing fault. */
    readonly permanent: boolean;
    readonly attempt: number;
    /** Milliseconds to the next attempt; null where nothing is tried any more. */
    readonly pauseMs: number | null;
  }
>;
export type WithdrawalClosed = NewEvent<
  'WithdrawalClosed',
  {
    /** Id of the event that made it owed. */
    readonly about: string;
    readonly by: 'admin' | 'operator';
  },
  { readonly note: string }
>;
/** Stands before its key is destroyed. */
export type WithdrawalKeyDestructionDue = NewEvent<
  'WithdrawalKeyDestructionDue',
  {
    /** Its time is over; or it had been destroyed, and a restored log does not know of it. */
    readonly reason: 'retention' | 'restored';
    /** Days for which what was declared is kept, as they were configured. */
    readonly days: number;
  }
>;
export type WithdrawalKeyDestroyed = NewEvent<'WithdrawalKeyDestroyed', KeyDestroyed>;

export type WithdrawalEvent =
  | WithdrawalDeclared
  | WithdrawalReceiptSent
  | WithdrawalReceiptFailed
  | WithdrawalClosed
  | WithdrawalKeyDestructionDue
  | WithdrawalKeyDestroyed;

export const WITHDRAWAL_STREAM_PREFIX = 'withdrawal-';
/** @param id UUID */
export const withdrawalStream = (id: string): string => `${WITHDRAWAL_STREAM_PREFIX}${id}`;
export const withdrawalIdOf = (stream: string): string => stream.slice(WITHDRAWAL_STREAM_PREFIX.length);
