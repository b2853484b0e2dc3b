import type { PayConsentWording } from '@siegel/contracts/agreement/consent';
import { LANGUAGES, type PaymentProviderName } from '@siegel/contracts/enums';
import type { EventRegistry } from '../eventsourcing/journal/event.js';
import { count, flag, oneOf, optional, orNull, text, textOf } from '../eventsourcing/journal/fields.js';

const party = oneOf(1, 2);
const currency = textOf<'EUR'>();
const provider = textOf<PaymentProviderName>();

/** The events about an NDA's payments: see nda.registry.ts. Money is integer cents. */
export const paymentEvents = {
  PaymentRequested: {
    version: 2,
    open: { party, attempt: count, amount: count, currency, provider },
    personal: {},
    meaning: 'A payment was requested; the provider is called afterwards.',
  },
  /**
   * The order button was pressed. Records the wording above the button, the language and the amount (§ 312j,
   * § 356 (4) BGB).
   */
  PaymentConsentGiven: {
    version: 1,
    open: {
      party,
      attempt: count,
      paymentIntentId: text,
      amount: count,
      currency,
      wording: textOf<PayConsentWording>(),
      language: oneOf(...LANGUAGES),
    },
    personal: {},
    meaning: 'A party placed an order with an obligation to pay, and consented to the text above the button.',
  },
  /** If the attempt already has an intent, the new intent is unwanted, and the service ends it. */
  PaymentIntentOpened: {
    version: 1,
    open: { party, attempt: count, paymentIntentId: text, provider },
    personal: {},
    meaning: 'The provider made the requested intent.',
  },
  PaymentSucceeded: {
    version: 2,
    open: { party, attempt: count, amount: count, currency, paymentIntentId: text, provider },
    personal: {
      /** Null if the provider does not report the digits. */
      cardLastDigits: orNull(text),
    },
    meaning: 'The provider reported the money as received.',
  },
  PaymentFailed: {
    version: 1,
    open: {
      party,
      attempt: count,
      paymentIntentId: orNull(text),
      code: text,
      /**
       * True if this intent is over (cancelled, or failed permanently). The next request then begins a new
       * attempt.
       */
      final: flag,
    },
    personal: {},
    meaning: 'The provider refused or ended a payment.',
  },
  VoucherApplied: {
    version: 1,
    open: {
      party,
      /** The amount that the party owed and that the voucher covers. */
      covered: count,
      /** Keyed hash that names the voucher's stream. */
      voucherId: text,
    },
    personal: { voucherCode: text },
    meaning: 'A redeemed voucher covered what a party owed.',
  },
  PaymentMismatched: {
    version: 1,
    open: { party, paymentIntentId: text, expectedAmount: count, amount: count, currency: text },
    personal: {},
    meaning: 'Money came in another amount or currency than requested; it does not count.',
  },
  RefundDue: {
    version: 1,
    open: {
      party,
      paymentIntentId: text,
      amount: count,
      currency: text,
      reason: textOf<'excess' | 'expired' | 'discarded' | 'erased' | 'mismatched'>(),
    },
    personal: {},
    meaning: 'Money was received that is not owed.',
  },
  /**
   * Records the refunded total that the provider reported at this time. The newest total replaces earlier
   * totals.
   */
  PaymentRefunded: {
    version: 2,
    open: { paymentIntentId: text, totalRefunded: count, currency: text },
    personal: {},
    meaning: 'The provider reported the total refund of a payment.',
  },
  /**
   * The cardholder's bank took the money back, or is trying to take it back. The outcome is `won` if the
   * service keeps the money, otherwise `lost`.
   */
  PaymentChargedBack: {
    version: 1,
    open: {
      paymentIntentId: text,
      amount: count,
      currency: text,
      state: textOf<'opened' | 'won' | 'lost'>(),
      /**
       * Number of disputes about the intent, as reported by the provider up to the time of the event. Present
       * if there is more than one dispute.
       */
      disputes: optional(count),
      /** Undecided cents in `currency`; present if there is more than one dispute. */
      undecided: optional(count),
    },
    personal: {},
    meaning: "The cardholder's bank disputed a payment, or the dispute was decided.",
  },
} satisfies EventRegistry;
