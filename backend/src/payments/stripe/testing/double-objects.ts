import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

/** A charge at Stripe: one try to pay an intent with a card. */
export interface DoubleCharge {
  readonly id: string;
  readonly last4: string;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  status: 'succeeded' | 'failed' | 'pending';
  readonly failureCode: string | null;
}

export interface DoubleRefund {
  readonly id: string;
  readonly amount: number;
  readonly madeAt: number;
  status: 'pending' | 'succeeded' | 'failed';
}

export interface DoubleDispute {
  readonly id: string;
  readonly amount: number;
  readonly madeAt: number;
  status: Stripe.Dispute.Status;
}

export interface DoubleIntent {
  readonly id: string;
  readonly clientSecret: string;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  /**
   * Types of payment methods that the payer may use. If the list is empty, the payer may use all types of the
   * account.
   */
  readonly allowedTypes: readonly string[];
  readonly madeAt: number;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  /** Cents received: the requested amount, unless a test sets another. */
  received: number;
  lastError: Stripe.PaymentIntent.LastPaymentError | null;
  canceledAt: number | null;
  readonly charges: DoubleCharge[];
  readonly refunds: DoubleRefund[];
  readonly disputes: DoubleDispute[];
}

export const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export const seconds = (ms: number): number => Math.floor(ms / 1_000);

/**
 * Returns an intent in the form that a caller with the secret key gets from the API.
 * @param expanded true for the whole `latest_charge` instead of its id
 */
export const intentObject = (intent: DoubleIntent, expanded = false): Stripe.PaymentIntent => {
  const last = intent.charges.at(-1);
  const charge = last && (expanded ? chargeObject(intent, last) : last.id);
  return {
    ...NOTHING_ELSE_OF_AN_INTENT,
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_received: intent.status === 'succeeded' ? intent.received : 0,
    canceled_at: intent.canceledAt === null ? null : seconds(intent.canceledAt),
    client_secret: intent.clientSecret,
    created: seconds(intent.madeAt),
    currency: intent.currency,
    last_payment_error: intent.lastError,
    latest_charge: charge ?? null,
    metadata: intent.metadata,
    next_action: intent.status === 'requires_action' ? NEXT_ACTION : null,
    allowed_payment_method_types: intent.allowedTypes.length === 0 ? null : [...intent.allowedTypes],
    payment_method_types:
      intent.allowedTypes.length === 0 ? ['card', 'link', 'sepa_debit'] : [...intent.allowedTypes],
    status: intent.status,
  };
};

/** Returns an intent as the API shows it to a browser that has the intent's secret. */
export const publicIntentObject = (intent: DoubleIntent): Partial<Stripe.PaymentIntent> => {
  const { metadata: _metadata, latest_charge: _charge, ...open } = intentObject(intent);
  return open;
};

/** Returns the sum of an intent's completed and pending refunds in cents. Failed refunds are left out. */
const refundedOf = ({ refunds }: DoubleIntent): number =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);

export const chargeObject = (intent: DoubleIntent, charge: DoubleCharge): Stripe.Charge => {
  const paid = charge.status === 'succeeded';
  const refunded = paid ? refundedOf(intent) : 0;
  return {
    ...NOTHING_ELSE_OF_A_CHARGE,
    id: charge.id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.received : 0,
    amount_refunded: refunded,
    captured: paid,
    created: seconds(charge.madeAt),
    currency: intent.currency,
    disputed: paid && intent.disputes.length > 0,
    failure_code: charge.failureCode,
    metadata: intent.metadata,
    paid,
    payment_intent: intent.id,
    payment_method: `pm_${charge.id.slice(3)}`,
    payment_method_details: { type: 'card', card: { ...CARD, last4: charge.last4 } },
    refunded: refunded >= intent.received && paid,
    status: charge.status,
  };
};

const chargeIdOf = ({ charges }: DoubleIntent): string =>
  charges.find(({ status }) => status === 'succeeded')?.id ?? '';

export const refundObject = (intent: DoubleIntent, refund: DoubleRefund): Stripe.Refund => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: null,
  charge: chargeIdOf(intent),
  created: seconds(refund.madeAt),
  currency: intent.currency,
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: intent.id,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: null,
  ...(refund.status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
});

export const disputeObject = (intent: DoubleIntent, dispute: DoubleDispute): Stripe.Dispute => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: [],
  charge: chargeIdOf(intent),
  created: seconds(dispute.madeAt),
  currency: intent.currency,
  enhanced_eligibility_types: [],
  evidence: NO_EVIDENCE,
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: null as never,
  },
  intended_submission_method: null,
  is_charge_refundable: dispute.status.startsWith('warning_'),
  livemode: false,
  metadata: {},
  payment_intent: intent.id,
  reason: 'fraudulent',
  status: dispute.status,
});

const NEXT_ACTION: Stripe.PaymentIntent.NextAction = { type: 'use_stripe_sdk', use_stripe_sdk: {} };

const NOTHING_ELSE_OF_AN_INTENT = {
  amount_capturable: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} as const;

const NOTHING_ELSE_OF_A_CHARGE = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  customer: null,
  description: null,
  failure_balance_transaction: null,
  failure_message: null,
  fraud_details: null,
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
} as const;

const CARD = {
  amount_authorized: null,
  authorization_code: null,
  brand: 'visa',
  checks: null,
  country: 'DE',
  electronic_commerce_indicator: null,
  exp_month: 12,
  exp_year: 2040,
  funding: 'credit',
  installments: null,
  mandate: null,
  network: 'visa',
  network_transaction_id: null,
  regulated_status: null,
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
} as const;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** A webhook endpoint that is registered at the provider, with the types of events that it receives. */
export interface DoubleEndpoint {
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  readonly events: readonly string[];
}

export const endpointObject = ({
  id,
  madeAt,
  url,
  status,
  events,
}: DoubleEndpoint & { readonly id: string; readonly madeAt: number }) => ({
  id,
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created: seconds(madeAt),
  description: null,
  enabled_events: events,
  livemode: false,
  metadata: {},
  status,
  url,
});
