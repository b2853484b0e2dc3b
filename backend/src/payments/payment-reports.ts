import { ndaDecider } from '../nda/nda.decider.js';
import { derivedId } from '../platform/ids.js';
import type { Clock } from '../platform/clock.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { PaymentProviderName } from '@siegel/contracts/enums';
import type { IntentReport } from './provider.js';

/**
 * Turns what the provider reports (webhook, look-up, reconciliation) into facts of the NDA. Any order and any
 * repetition is harmless (rule:reports-count-once).
 */
export class PaymentReports {
  constructor(
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly provider: PaymentProviderName,
  ) {}

  /** @returns the NDA's revision afterwards, or undefined where the report says nothing new to record. */
  async apply(report: IntentReport, correlationId?: string): Promise<number | undefined> {
    const { ndaId, party, attempt, paymentIntentId, occurrence } = report;
    if (report.status === 'open') return undefined;
    const about = { party, attempt, paymentIntentId };
    const commandId = derivedId(
      'payment-report',
      paymentIntentId,
      report.status,
      report.code ?? '',
      ...(occurrence === undefined ? [] : [occurrence]),
    );
    const context = systemContext(this.clock, commandId, { correlationId });
    if (report.status === 'succeeded') {
      const received = { amount: report.amount, currency: report.currency, provider: this.provider };
      return (
        await this.commands.run(
          ndaDecider,
          ndaId,
          { type: 'RecordPaymentSuccess', ...about, ...received },
          context,
        )
      ).revision;
    }
    const failure = { code: report.code ?? report.status, final: report.status === 'cancelled' };
    return (
      await this.commands.run(
        ndaDecider,
        ndaId,
        { type: 'RecordPaymentFailure', ...about, ...failure },
        context,
      )
    ).revision;
  }
}
