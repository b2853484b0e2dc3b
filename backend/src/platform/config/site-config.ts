import type { ReceiverView, SiteView } from '@siegel/contracts/site';
import type { AiConfig } from './ai-config.js';
import type { EnvironmentReader } from './environment-reader.js';
import type { MailConfig } from './mail-config.js';
import type { PaymentConfig } from './payment-config.js';

/** The statements that the operator makes about itself (rule:operator-is-configuration). */
export type OperatorConfig = Pick<
  SiteView,
  | 'operatorName'
  | 'operatorAddress'
  | 'operatorEmail'
  | 'operatorPhone'
  | 'operatorDetails'
  | 'rating'
  | 'vatRate'
>;

type Receiving = Pick<MailConfig & PaymentConfig & AiConfig, 'mailReceiver' | 'stripe' | 'ai'>;

export function readOperator(read: EnvironmentReader): OperatorConfig {
  return {
    operatorName: read.text('SITE_NAME') ?? null,
    operatorAddress: read.lines('SITE_ADDRESS'),
    operatorEmail: read.email('SITE_EMAIL') ?? null,
    operatorPhone: read.text('SITE_PHONE') ?? null,
    operatorDetails: read.lines('SITE_DETAILS'),
    rating: readRating(read),
    vatRate: readVatRate(read),
  };
}

/**
 * Reports the variables that an operator who takes money must set but has not set. Such an operator must
 * confirm orders, and must state its identity and how much of the price is VAT (rule:order-mail).
 */
export function requireOrderFacts(read: EnvironmentReader, operator: OperatorConfig): void {
  const facts = {
    SITE_NAME: operator.operatorName !== null,
    SITE_ADDRESS: operator.operatorAddress.length > 0,
    SITE_EMAIL: operator.operatorEmail !== null,
    SITE_VAT_RATE: operator.vatRate !== null,
  };
  const missing = Object.entries(facts).flatMap(([name, isThere]) => (isThere ? [] : [name]));
  if (missing.length > 0)
    read.problem(
      `${missing.join(', ')}: missing. In production with card payments, order confirmations and receipts need ${missing.length === 1 ? 'it' : 'them'}.`,
    );
}

/** Reads the site's rating. The rating is published only together with the note on its origin. */
function readRating(read: EnvironmentReader): OperatorConfig['rating'] {
  const value = read.number('SITE_RATING_VALUE', { min: 1, max: 5 });
  const count = read.integer('SITE_RATING_COUNT', { min: 1 });
  const note = read.text('SITE_RATING_NOTE');
  if (value !== undefined && count !== undefined && note !== undefined) return { value, count, note };
  if (value !== undefined || count !== undefined || note !== undefined)
    read.problem(
      'SITE_RATING_VALUE, SITE_RATING_COUNT and SITE_RATING_NOTE belong together: set all or none.',
    );
  return null;
}

/** Returns the VAT in percent; `none` if the operator owes no VAT. */
function readVatRate(read: EnvironmentReader): OperatorConfig['vatRate'] {
  if (read.text('SITE_VAT_RATE') === 'none') return 'none';
  return read.number('SITE_VAT_RATE', { min: 0, max: 50 }) ?? null;
}

/**
 * Returns the third parties that receive data. The sandbox sends no data to anybody, so payments through the
 * sandbox have no receiver.
 */
export const receiversOf = ({ mailReceiver, stripe, ai }: Receiving): ReceiverView[] => [
  ...(stripe === undefined ? [] : [{ role: 'payment', name: 'Stripe' } as const]),
  ...(mailReceiver === null ? [] : [{ role: 'mail', name: mailReceiver } as const]),
  ...(ai === undefined ? [] : [{ role: 'ai', name: ai.provider } as const]),
];
