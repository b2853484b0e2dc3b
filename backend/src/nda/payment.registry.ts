import type { RegistryOf } from '../eventsourcing/journal/event.js';
import type { PaymentEvent } from './payment.events.js';

/** The part of the registry that is about money: see nda.registry.ts. */
export const paymentEvents: RegistryOf<PaymentEvent> = {
  PaymentRequested: {
    version: 2,
    open: ['party', 'attempt', 'amount', 'currency', 'provider'],
    personal: [],
    meaning: 'A payment was asked for; the provider is called after this.',
  },
  PaymentConsentGiven: {
    version: 1,
    open: ['party', 'attempt', 'paymentIntentId', 'amount', 'currency', 'wording', 'language'],
    personal: [],
    meaning: 'A party ordered with obligation to pay, and consented to what stood above the button.',
  },
  PaymentIntentOpened: {
    version: 1,
    open: ['party', 'attempt', 'paymentIntentId', 'provider'],
    personal: [],
    meaning: 'The provider made the intent that was requested.',
  },
  PaymentSucceeded: {
    version: 2,
    open: ['party', 'attempt', 'amount', 'currency', 'paymentIntentId', 'provider'],
    personal: ['cardLastDigits'],
    meaning: 'The provider reported the money as received.',
  },
  PaymentFailed: {
    version: 1,
    open: ['party', 'attempt', 'paymentIntentId', 'code', 'final'],
    personal: [],
    meaning: 'The provider refused or ended a payment.',
  },
  VoucherApplied: {
    version: 1,
    open: ['party', 'covered', 'voucherId'],
    personal: ['voucherCode'],
    meaning: 'A redeemed voucher covered what a party owed.',
  },
  PaymentMismatched: {
    version: 1,
    open: ['party', 'paymentIntentId', 'expectedAmount', 'amount', 'currency'],
    personal: [],
    meaning: 'Money came in another amount or currency than asked; it does not count.',
  },
  RefundDue: {
    version: 1,
    open: ['party', 'paymentIntentId', 'amount', 'currency', 'reason'],
    personal: [],
    meaning: 'Money was received that is not owed.',
  },
  PaymentRefunded: {
    version: 2,
    open: ['paymentIntentId', 'totalRefunded', 'currency'],
    personal: [],
    meaning: 'The provider reported what of a payment was given back in all.',
  },
  PaymentChargedBack: {
    version: 1,
    open: ['paymentIntentId', 'amount', 'currency', 'state'],
    personal: [],
    meaning: "The cardholder's bank took a payment back, or that was decided.",
  },
};
