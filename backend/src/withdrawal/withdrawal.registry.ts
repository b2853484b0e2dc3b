import type { RegistryOf } from '../eventsourcing/journal/event.js';
import { count, flag, milliseconds, oneOf, orNull, text } from '../eventsourcing/journal/fields.js';
import { keyDestroyed } from '../eventsourcing/journal/key-destroyed.js';
import { RECEIPTS, type WithdrawalEvent } from './withdrawal.events.js';

/** The registry, as that of NDAs. */
export const withdrawalEvents: RegistryOf<WithdrawalEvent> = {
  WithdrawalDeclared: {
    version: 2,
    open: { receipt: orNull(oneOf(...RECEIPTS)) },
    personal: ['name', 'email', 'reference', 'message', 'language'],
    makesKey: true,
    meaning:
      'Somebody withdrew from a contract; the answer is owed from here, and the receipt unless it is withheld.',
  },
  WithdrawalReceiptSent: {
    version: 1,
    open: { about: text, messageId: text },
    personal: [],
    meaning: 'The mail provider accepted the receipt.',
  },
  WithdrawalReceiptFailed: {
    version: 1,
    open: { about: text, code: text, permanent: flag, attempt: count, pauseMs: orNull(milliseconds) },
    personal: [],
    meaning: 'An attempt to send the receipt failed; it is tried again while it is owed.',
  },
  WithdrawalClosed: {
    version: 1,
    open: { about: text, by: text },
    personal: ['note'],
    meaning: 'A person dealt with the withdrawal.',
  },
  WithdrawalKeyDestructionDue: {
    version: 1,
    open: { reason: oneOf('retention', 'restored'), days: count },
    personal: [],
    meaning: 'Its time is over, or was before a restore; destroying the key is owed from here.',
  },
  WithdrawalKeyDestroyed: {
    version: 1,
    open: keyDestroyed,
    personal: [],
    meaning: 'Its time was over; the key is destroyed, with a signed receipt.',
  },
};
