import { LANGUAGES } from '@siegel/contracts/enums';
import type { EventRegistry } from '../../eventsourcing/journal/event.js';
import {
  count,
  flag,
  milliseconds,
  oneOf,
  orNull,
  text,
  textOf,
} from '../../eventsourcing/journal/fields.js';
import { keyDestroyed } from '../../eventsourcing/journal/key-destroyed.js';

/**
 * How a withdrawal is receipted by mail (rule:withdrawal-receipt): `whole` repeats what the sender wrote, `brief` says in
 * our words alone what was declared, and of a `withheld` one nothing goes out.
 */
export const RECEIPTS = ['whole', 'brief', 'withheld'] as const;

/**
 * Everything that can be said of a withdrawal from a contract (rule:withdrawal): the registry, as that of NDAs. Names
 * of events are unique over all kinds of streams, so each begins with its own.
 */
export const withdrawalEvents = {
  WithdrawalDeclared: {
    version: 2,
    open: {
      /** Null of one that was declared before this was decided: whoever sends the receipt decides it then. */
      receipt: orNull(oneOf(...RECEIPTS)),
    },
    personal: {
      name: text,
      email: text,
      /** The order's number, or whatever else names the contract. */
      reference: text,
      message: orNull(text),
      /** In which the receipt is written. */
      language: oneOf(...LANGUAGES),
    },
    makesKey: true,
    meaning:
      'Somebody withdrew from a contract; the answer is owed from here, and the receipt unless it is withheld.',
  },
  WithdrawalReceiptSent: {
    version: 1,
    open: {
      /** Id of the event that owes it. */
      about: text,
      messageId: text,
    },
    personal: {},
    meaning: 'The mail provider accepted the receipt.',
  },
  WithdrawalReceiptFailed: {
    version: 1,
    open: {
      about: text,
      code: text,
      /** A refusal, not a passing fault. */
      permanent: flag,
      attempt: count,
      /** To the next attempt; null where nothing is tried any more. */
      pauseMs: orNull(milliseconds),
    },
    personal: {},
    meaning: 'An attempt to send the receipt failed; it is tried again while it is owed.',
  },
  WithdrawalClosed: {
    version: 1,
    open: {
      /** Id of the event that made it owed. */
      about: text,
      by: textOf<'admin' | 'operator'>(),
    },
    personal: { note: text },
    meaning: 'A person dealt with the withdrawal.',
  },
  /** Stands before its key is destroyed. */
  WithdrawalKeyDestructionDue: {
    version: 1,
    open: {
      /** Its time is over; or it had been destroyed, and a restored log does not know of it. */
      reason: oneOf('retention', 'restored'),
      /** Days for which what was declared is kept, as they were configured. */
      days: count,
    },
    personal: {},
    meaning: 'Its time is over, or was before a restore; destroying the key is owed from here.',
  },
  WithdrawalKeyDestroyed: {
    version: 1,
    open: keyDestroyed,
    personal: {},
    meaning: 'Its time was over; the key is destroyed, with a signed receipt.',
  },
} satisfies EventRegistry;
