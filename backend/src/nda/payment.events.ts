import type { EventOf } from '../eventsourcing/journal/event.js';
import type { paymentEvents } from './payment.registry.js';

type Events = typeof paymentEvents;

export type PaymentRequested = EventOf<Events, 'PaymentRequested'>;
export type PaymentConsentGiven = EventOf<Events, 'PaymentConsentGiven'>;
export type PaymentIntentOpened = EventOf<Events, 'PaymentIntentOpened'>;
export type PaymentSucceeded = EventOf<Events, 'PaymentSucceeded'>;
export type PaymentFailed = EventOf<Events, 'PaymentFailed'>;
export type VoucherApplied = EventOf<Events, 'VoucherApplied'>;
export type RefundDue = EventOf<Events, 'RefundDue'>;
export type PaymentRefunded = EventOf<Events, 'PaymentRefunded'>;
export type PaymentChargedBack = EventOf<Events, 'PaymentChargedBack'>;
