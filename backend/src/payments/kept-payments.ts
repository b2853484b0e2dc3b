import type { Keeping, ReportKeeper } from '../closed-streams/report-keeper.js';
import { ndaStream } from '../nda/nda.events.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type { PaymentFacts } from '../trust-stream/kept-report.events.js';
import type { PaymentReports } from './payment-reports.js';
import type { IntentReport, PaymentProvider } from './provider.js';

export interface KeptPaymentsParts {
  readonly keeper: Pick<ReportKeeper, 'keep'>;
  readonly provider: Pick<PaymentProvider, 'lookUp'>;
  readonly reports: Pick<PaymentReports, 'apply'>;
  /** Counts a report that the agreement does not know, as the webhook does. */
  readonly count: (outcome: 'unknown') => void;
}

/** Keeps reports about payments of closed agreements, and applies them later (rule:reports-wait-for-the-repair). */
export class KeptPayments {
  constructor(private readonly parts: KeptPaymentsParts) {}

  /**
   * Keeps a report. Returns undefined if the report says nothing that would be recorded.
   * @throws StreamUntrusted
   */
  async keep(report: IntentReport): Promise<Keeping | undefined> {
    const facts = factsOf(report);
    if (facts === undefined) return undefined;
    const { paymentIntentId, status, code, occurrence, refunded, chargeback } = facts;
    const taken = chargeback === null ? [] : Object.values(chargeback);
    const identity = [paymentIntentId, status, code ?? '', occurrence ?? '', refunded, ...taken];
    return this.parts.keeper.keep(ndaStream(report.ndaId), { kind: 'payment', facts }, identity);
  }

  /**
   * Applies a kept report. The provider is asked first, because the payment may have changed since. If the
   * provider knows nothing of the payment any more, the kept facts count. A payment that the agreement cannot
   * record is counted, so that a person looks at it.
   * @throws ProviderFailed, StreamUntrusted, RuleBroken
   */
  async apply(ndaId: string, facts: PaymentFacts): Promise<void> {
    const { provider, reports, count } = this.parts;
    const found = await provider.lookUp(facts.paymentIntentId);
    try {
      await reports.apply(found?.ndaId === ndaId ? found : reportOf(ndaId, facts));
    } catch (error) {
      if (error instanceof RuleBroken) count('unknown');
      throw error;
    }
  }
}

/** Returns undefined if the payment is not decided yet. */
function factsOf(report: IntentReport): PaymentFacts | undefined {
  const { paymentIntentId, party, attempt, status, amount, currency, refunded, chargeback, code } = report;
  if (status === 'open' || status === 'processing') return undefined;
  const { occurrence = null, declines } = report;
  const about = { paymentIntentId, party, attempt, status, amount, currency, refunded, chargeback };
  return { ...about, code, occurrence, declines };
}

const reportOf = (ndaId: string, { occurrence, ...facts }: PaymentFacts): IntentReport => ({
  ...facts,
  ndaId,
  cardLastDigits: null,
  ...(occurrence === null ? {} : { occurrence }),
});
