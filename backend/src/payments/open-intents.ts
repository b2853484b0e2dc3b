import type { Party } from '@siegel/contracts/enums';
import type { Commands } from '../bus/commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { type OpenIntent, openIntents } from '../nda/rules/payment.js';
import type { Clock } from '../platform/time/clock.js';
import type { PaymentReports } from './payment-reports.js';
import {
  type IntentReport,
  type IntentRequest,
  NothingMade,
  type PaymentProvider,
  RefusedForNow,
} from './provider.js';
import { isKeyValid } from './rules/key-life.js';

type Asked = Pick<OpenIntent, 'attempt' | 'amount'>;

/**
 * Returns the request to the provider for one attempt. The request for an attempt is always the same,
 * including its idempotency key (rule:idempotent-at-the-provider).
 */
export const intentRequest = (ndaId: string, party: Party, { attempt, amount }: Asked): IntentRequest => ({
  ndaId,
  party,
  attempt,
  amount,
  currency: 'EUR',
  idempotencyKey: `${ndaId}:${party}:${amount}:${attempt}`,
});

/** Ends the intents that a party still has open at the provider. */
export class OpenIntents {
  constructor(
    private readonly commands: Commands,
    private readonly provider: PaymentProvider,
    private readonly reports: PaymentReports,
    private readonly clock: Clock,
  ) {}

  /**
   * Cancels all open intents of the party, or only the unwanted intents (rule:unwanted-intents-end). Records
   * the provider's report for each intent, because an intent may have been paid before it was cancelled. If
   * the provider does not know an intent, the intent counts as cancelled without payment. Safe to repeat.
   * @throws ProviderFailed
   */
  async end(ndaId: string, party: Party, which: 'all' | 'unwanted', correlationId: string): Promise<void> {
    const { state } = await this.commands.state(ndaDecider, ndaId);
    for (const intent of openIntents(state, party)) {
      if (intent.provider !== this.provider.name || (which === 'unwanted' && intent.isWanted)) continue;
      const paymentIntentId = await this.idOf(ndaId, party, intent, correlationId);
      if (paymentIntentId === undefined) continue;
      const report =
        (await this.provider.cancel(paymentIntentId)) ?? unknownIntent(ndaId, party, intent, paymentIntentId);
      if (report.ndaId === ndaId) await this.reports.apply(report, correlationId);
    }
  }

  /**
   * Returns the id of an intent. The provider may have created an intent whose id was never recorded. While
   * the idempotency key is valid, a repeated request returns this id. Returns undefined if the key has
   * expired or the provider created no intent. The attempt is then over, and is not requested again.
   */
  private async idOf(
    ndaId: string,
    party: Party,
    intent: OpenIntent,
    correlationId: string,
  ): Promise<string | undefined> {
    if (intent.paymentIntentId !== null) return intent.paymentIntentId;
    if (!isKeyValid(intent.askedAt, this.clock.now())) {
      await this.reports.giveUp(ndaId, party, intent, 'key_expired', correlationId);
      return undefined;
    }
    try {
      return (await this.provider.open(intentRequest(ndaId, party, intent))).paymentIntentId;
    } catch (error) {
      if (!(error instanceof NothingMade || error instanceof RefusedForNow)) throw error;
      await this.reports.giveUp(ndaId, party, intent, 'nothing_made', correlationId);
      return undefined;
    }
  }
}

/**
 * Returns a report for an intent that the provider does not know. It reports the intent as cancelled without
 * payment.
 */
export const unknownIntent = (
  ndaId: string,
  party: Party,
  intent: OpenIntent,
  paymentIntentId: string,
): IntentReport => ({
  ndaId,
  party,
  attempt: intent.attempt,
  paymentIntentId,
  amount: intent.amount,
  currency: 'EUR',
  status: 'cancelled',
  code: 'intent_unknown',
  declines: intent.declines,
  refunded: 0,
  chargeback: null,
  cardLastDigits: null,
});
