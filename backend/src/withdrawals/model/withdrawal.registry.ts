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
 * The kind of a withdrawal's receipt (rule:withdrawal-receipt): `whole` repeats the sender's words, `brief`
 * states the declaration only in our words, and `withheld` means that no mail is sent.
 */
export const RECEIPTS = ['whole', 'brief', 'withheld'] as const;

/**
 * The registry of all events of a withdrawal from a contract (rule:withdrawal), built like the registry of
 * NDA events. Event names are unique across all kinds of streams, so each name begins with the kind of its
 * stream.
 */
export const withdrawalEvents = {
  WithdrawalDeclared: {
    version: 2,
    open: {
      /**
       * Null if the declaration was recorded by a version of the service that did not decide the kind of
       * receipt at the declaration. Then the job that sends the receipt decides the kind.
       */
      receipt: orNull(oneOf(...RECEIPTS)),
    },
    personal: {
      name: text,
      email: text,
      /** The order's number, or any other text that identifies the contract. */
      reference: text,
      message: orNull(text),
      /** Language of the receipt. */
      language: oneOf(...LANGUAGES),
    },
    makesKey: true,
    meaning:
      'Someone withdrew from a contract; the answer is owed from here, and the receipt unless it is withheld.',
  },
  WithdrawalReceiptSent: {
    version: 1,
    open: {
      /** Id of the event that made the receipt owed. */
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
      /** True for a refusal, false for a temporary fault. */
      permanent: flag,
      attempt: count,
      /** Milliseconds until the next attempt; null if there is none. */
      pauseMs: orNull(milliseconds),
    },
    personal: {},
    meaning: 'An attempt to send the receipt failed; it is tried again while it is owed.',
  },
  WithdrawalClosed: {
    version: 1,
    open: {
      /** Id of the event that made the answer owed. */
      about: text,
      by: textOf<'admin' | 'operator'>(),
    },
    personal: { note: text },
    meaning: 'A person dealt with the withdrawal.',
  },
  /** Recorded before the key is destroyed. */
  WithdrawalKeyDestructionDue: {
    version: 1,
    open: {
      /**
       * `retention`: the retention is over. `restored`: the key was destroyed before a restore, but the
       * restored log does not record this.
       */
      reason: oneOf('retention', 'restored'),
      /** The configured number of days for which a declaration is kept. */
      days: count,
    },
    personal: {},
    meaning:
      'The withdrawal has outlived its retention, or had done so before a restore; its key now has to be destroyed.',
  },
  WithdrawalKeyDestroyed: {
    version: 1,
    open: keyDestroyed,
    personal: {},
    meaning: 'The withdrawal had outlived its retention; its key is destroyed, with a signed receipt.',
  },
} satisfies EventRegistry;
