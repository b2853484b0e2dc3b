import type { Party } from '@siegel/contracts/enums';
import { ndaDecider } from '../nda/nda.decider.js';
import type { PaymentRequestState } from '../nda/nda.state.js';
import { unfinishedRequests } from '../nda/rules/payment.js';
import type { Commands } from '../bus/commands.js';
import type { PaymentReports } from './payment-reports.js';
import type { IntentRequest, PaymentProvider } from './provider.js';

type Asked = Pick<PaymentRequestState, 'attempt' | 'amount'>;

/**
 * What is asked of the provider for one attempt; asked again it is the same, key and all
 * (rule:idempotent-at-the-provider).
 */
export const intentRequest = (ndaId: string, party: Party, { attempt, amount }: Asked): IntentRequest => ({
  ndaId,
  party,
  attempt,
  amount,
  currency: 'EUR',
  idempotencyKey: `${ndaId}:${party}:${amount}:${attempt}`,
});

/** What a party still has open at the provider. */
export class OpenIntents {
  constructor(
    private readonly commands: Commands,
    private readonly provider: PaymentProvider,
    private readonly reports: PaymentReports,
  ) {}

  /**
   * Cancels all of them and records what became of each: the money may have been faster. One that the provider
   * does not know brings none. Safe to repeat.
   * @throws ProviderFailed
   */
  async end(ndaId: string, party: Party, correlationId: string): Promise<void> {
    const { state } = await this.commands.state(ndaDecider, ndaId);
    for (const request of unfinishedRequests(state, party, this.provider.name)) {
      const paymentIntentId = await this.idOf(ndaId, party, request);
      const report = (await this.provider.cancel(paymentIntentId)) ?? {
        ...intentRequest(ndaId, party, request),
        paymentIntentId,
        status: 'cancelled',
        code: 'intent_unknown',
        declines: request.declines,
        refunded: 0,
        chargeback: null,
        cardLastDigits: null,
      };
      if (report.ndaId === ndaId) await this.reports.apply(report, correlationId);
    }
  }

  /**
   * An intent whose id was never recorded may be open all the same: the provider tells it to whoever asks for
   * it again.
   */
  private async idOf(ndaId: string, party: Party, request: PaymentRequestState): Promise<string> {
    return (
      request.paymentIntentId ??
      (await this.provider.open(intentRequest(ndaId, party, request))).paymentIntentId
    );
  }
}
