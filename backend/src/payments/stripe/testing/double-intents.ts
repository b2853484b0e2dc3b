import type { Stripe } from 'stripe';
import type { Clock } from '../../../platform/time/clock.js';
import { DoubleRefusal, invalid } from './double-answer.js';
import { behaviourOf, cardError, digitsOf } from './double-cards.js';
import {
  chargeObject,
  disputeObject,
  type DoubleCharge,
  type DoubleDispute,
  type DoubleIntent,
  type DoubleRefund,
  idOf,
  intentObject,
  publicIntentObject,
  refundObject,
} from './double-objects.js';

type Emit = (type: DoubleEventType, object: object) => void;

/** Types of Stripe's events that this service uses. */
export type DoubleEventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'payment_intent.processing'
  | 'charge.refunded'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.closed';

export interface DoubleConfirm {
  readonly clientSecret: string;
  /** Number of a test card, with or without spaces. */
  readonly card: string;
  /**
   * Result of the authentication that the bank requires; undefined if the cardholder has not authenticated
   * yet.
   */
  readonly authenticated?: boolean;
}

/** Cents received, if they differ from the requested amount. */
export interface Received {
  readonly received?: number;
}

/**
 * The payment intents of the double with their outcomes. `all` lists them in the order in which they were
 * created.
 */
export class DoubleIntents {
  readonly all: DoubleIntent[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly emit: Emit,
  ) {}

  make(asked: Pick<DoubleIntent, 'amount' | 'currency' | 'metadata' | 'allowedTypes'>): DoubleIntent {
    const id = idOf('pi');
    const intent: DoubleIntent = {
      ...asked,
      id,
      clientSecret: `${id}_${idOf('secret')}`,
      madeAt: this.now(),
      status: 'requires_payment_method',
      received: asked.amount,
      lastError: null,
      canceledAt: null,
      charges: [],
      refunds: [],
      disputes: [],
    };
    this.all.push(intent);
    return intent;
  }

  /** @throws DoubleRefusal resource_missing */
  known(id: string): DoubleIntent {
    const intent = this.all.find((one) => one.id === id);
    if (intent === undefined) throw invalid('resource_missing', { param: 'intent' }, 404);
    return intent;
  }

  /** @throws DoubleRefusal payment_intent_unexpected_state */
  cancel(id: string): DoubleIntent {
    const intent = this.known(id);
    if (['succeeded', 'processing', 'canceled'].includes(intent.status)) throw unexpected(intent);
    intent.status = 'canceled';
    intent.canceledAt = this.now();
    this.emit('payment_intent.canceled', intentObject(intent));
    return intent;
  }

  /**
   * Confirms an intent with a card, as Stripe's script does in a browser.
   * @throws DoubleRefusal card_error; payment_intent_unexpected_state; resource_missing for a wrong secret
   */
  confirm({ clientSecret, card, authenticated }: DoubleConfirm, { received }: Received = {}): DoubleIntent {
    const intent = this.all.find((one) => one.clientSecret === clientSecret);
    if (intent === undefined) throw invalid('resource_missing', { param: 'client_secret' }, 404);
    if (['succeeded', 'processing', 'canceled'].includes(intent.status)) throw unexpected(intent);
    const behaviour = behaviourOf(card);
    const last4 = digitsOf(card).slice(-4);
    if (received !== undefined) intent.received = received;
    if (behaviour.kind === 'declined')
      throw this.decline(intent, behaviour.code, last4, behaviour.declineCode);
    if (behaviour.kind === 'stays') this.charge(intent, last4, 'pending');
    else if (behaviour.kind === 'asks' && authenticated !== true) this.ask(intent, authenticated);
    else this.pay(intent, last4);
    return intent;
  }

  /** Decides a payment that is still in the status `processing`. */
  settle(id: string, outcome: 'succeeded' | 'failed'): void {
    const intent = this.known(id);
    const charge = intent.charges.at(-1);
    if (intent.status !== 'processing' || charge === undefined) throw unexpected(intent);
    intent.charges.pop();
    if (outcome === 'succeeded') this.pay(intent, charge.last4);
    else this.decline(intent, 'card_declined', charge.last4, 'generic_decline');
  }

  /** @returns its id */
  refund(id: string, amount: number, status: DoubleRefund['status'] = 'succeeded'): string {
    const intent = this.known(id);
    const charge = intent.charges.find((one) => one.status === 'succeeded');
    const left = intent.refunds.filter((one) => one.status !== 'failed').reduce(subtract, intent.received);
    if (charge === undefined || amount > left) throw invalid('charge_already_refunded');
    const refund: DoubleRefund = { id: idOf('re'), amount, madeAt: this.now(), status };
    intent.refunds.push(refund);
    this.emit('charge.refunded', chargeObject(intent, charge));
    return refund.id;
  }

  /**
   * Makes a refund fail, so that its money comes back. This can happen even to a completed refund, for
   * instance if the cardholder's account is closed.
   */
  failRefund(refundId: string): void {
    const [intent, refund] = this.refundOf(refundId);
    refund.status = 'failed';
    for (const type of ['refund.updated', 'refund.failed', 'charge.refund.updated'] as const)
      this.emit(type, refundObject(intent, refund));
  }

  settleRefund(refundId: string): void {
    const [intent, refund] = this.refundOf(refundId);
    refund.status = 'succeeded';
    for (const type of ['refund.updated', 'charge.refund.updated'] as const)
      this.emit(type, refundObject(intent, refund));
  }

  /** @returns its id */
  openDispute(
    id: string,
    status: Stripe.Dispute.Status = 'needs_response',
    amount = this.known(id).received,
  ): string {
    const intent = this.known(id);
    const dispute: DoubleDispute = { id: idOf('du'), amount, madeAt: this.now(), status };
    intent.disputes.push(dispute);
    this.emit('charge.dispute.created', disputeObject(intent, dispute));
    if (status === 'needs_response')
      this.emit('charge.dispute.funds_withdrawn', disputeObject(intent, dispute));
    return dispute.id;
  }

  /**
   * Turns an inquiry into a chargeback. The dispute keeps its id, but the disputed money is now withdrawn.
   */
  escalateDispute(disputeId: string): void {
    const [intent, dispute] = this.disputeOf(disputeId);
    dispute.status = 'needs_response';
    for (const type of ['charge.dispute.updated', 'charge.dispute.funds_withdrawn'] as const)
      this.emit(type, disputeObject(intent, dispute));
  }

  closeDispute(disputeId: string, status: Stripe.Dispute.Status & ('won' | 'lost' | 'warning_closed')): void {
    const [intent, dispute] = this.disputeOf(disputeId);
    dispute.status = status;
    if (status === 'won') this.emit('charge.dispute.funds_reinstated', disputeObject(intent, dispute));
    this.emit('charge.dispute.closed', disputeObject(intent, dispute));
  }

  private pay(intent: DoubleIntent, last4: string): void {
    this.charge(intent, last4, 'succeeded');
    intent.lastError = null;
    this.emit('payment_intent.succeeded', intentObject(intent));
  }

  private ask(intent: DoubleIntent, authenticated: boolean | undefined): void {
    if (authenticated === undefined) {
      intent.status = 'requires_action';
      intent.lastError = null;
      return;
    }
    throw this.refused(intent, cardError('payment_intent_authentication_failure'));
  }

  private decline(
    intent: DoubleIntent,
    code: string,
    last4: string,
    declineCode: string | undefined,
  ): DoubleRefusal {
    const charge = this.charge(intent, last4, 'failed', code);
    return this.refused(intent, cardError(code, { charge: charge.id, declineCode }));
  }

  private refused(intent: DoubleIntent, error: Stripe.PaymentIntent.LastPaymentError): DoubleRefusal {
    intent.status = 'requires_payment_method';
    intent.lastError = error;
    this.emit('payment_intent.payment_failed', intentObject(intent));
    return new DoubleRefusal(402, { ...error, payment_intent: publicIntentObject(intent) });
  }

  private charge(
    intent: DoubleIntent,
    last4: string,
    status: DoubleCharge['status'],
    failureCode: string | null = null,
  ): DoubleCharge {
    const charge: DoubleCharge = { id: idOf('ch'), last4, madeAt: this.now(), status, failureCode };
    intent.charges.push(charge);
    if (status === 'failed') return charge;
    intent.status = status === 'pending' ? 'processing' : 'succeeded';
    if (status === 'pending') this.emit('payment_intent.processing', intentObject(intent));
    return charge;
  }

  private disputeOf(disputeId: string): [DoubleIntent, DoubleDispute] {
    for (const intent of this.all) {
      const dispute = intent.disputes.find((one) => one.id === disputeId);
      if (dispute !== undefined) return [intent, dispute];
    }
    throw invalid('resource_missing', {}, 404);
  }

  private refundOf(refundId: string): [DoubleIntent, DoubleRefund] {
    for (const intent of this.all) {
      const refund = intent.refunds.find((one) => one.id === refundId);
      if (refund !== undefined) return [intent, refund];
    }
    throw invalid('resource_missing', {}, 404);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

const subtract = (left: number, { amount }: { readonly amount: number }): number => left - amount;

const unexpected = (intent: DoubleIntent): DoubleRefusal =>
  invalid('payment_intent_unexpected_state', { payment_intent: intentObject(intent) });
