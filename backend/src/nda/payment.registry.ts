import { LANGUAGES } from '@siegel/contracts/enums';
import type { RegistryOf } from '../eventsourcing/journal/event.js';
import { count, flag, oneOf, optional, orNull, text } from '../eventsourcing/journal/fields.js';
import type { PaymentEvent } from './payment.events.js';

const party = oneOf(1, 2);

/** The part of the registry that is about money: see nda.registry.ts. */
export const paymentEvents: RegistryOf<PaymentEvent> = {
  PaymentRequested: {
    version: 2,
    open: { party, attempt: count, amount: count, currency: text, provider: text },
    personal: [],
    meaning: 'A payment was asked for; the provider is called after this.',
  },
  PaymentConsentGiven: {
    version: 1,
    open: {
      party,
      attempt: count,
      paymentIntentId: text,
      amount: count,
      currency: text,
      wording: text,
      language: oneOf(...LANGUAGES),
    },
    personal: [],
    meaning: 'A party ordered with obligation to pay, and consented to what stood above the button.',
  },
  PaymentIntentOpened: {
    version: 1,
    open: { party, attempt: count, paymentIntentId: text, provider: text },
    personal: [],
    meaning: 'The provider made the intent that was requested.',
  },
  PaymentSucceeded: {
    version: 2,
    open: { party, attempt: count, amount: count, currency: text, paymentIntentId: text, provider: text },
    personal: ['cardLastDigits'],
    meaning: 'The provider reported the money as received.',
  },
  PaymentFailed: {
    version: 1,
    open: { party, attempt: count, paymentIntentId: orNull(text), code: text, final: flag },
    personal: [],
    meaning: 'The provider refused or ended a payment.',
  },
  VoucherApplied: {
    version: 1,
    open: { party, covered: count, voucherId: text },
    personal: ['voucherCode'],
    meaning: 'A redeemed voucher covered what a party owed.',
  },
  PaymentMismatched: {
    version: 1,
    open: { party, paymentIntentId: text, expectedAmount: count, amount: count, currency: text },
    personal: [],
    meaning: 'Money came in another amount or currency than asked; it does not count.',
  },
  RefundDue: {
    version: 1,
    open: { party, paymentIntentId: text, amount: count, currency: text, reason: text },
    personal: [],
    meaning: 'Money was received that is not owed.',
  },
  PaymentRefunded: {
    version: 2,
    open: { paymentIntentId: text, totalRefunded: count, currency: text },
    personal: [],
    meaning: 'The provider reported what of a payment was given back in all.',
  },
  PaymentChargedBack: {
    version: 1,
    open: {
      paymentIntentId: text,
      amount: count,
      currency: text,
      state: text,
      disputes: optional(count),
      undecided: optional(count),
    },
    personal: [],
    meaning: "The cardholder's bank took a payment back, or that was decided.",
  },
};
