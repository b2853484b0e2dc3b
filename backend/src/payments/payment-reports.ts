import type { NdaCommand } from '../nda/nda.commands.js';
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
    const commandId = derivedId(
      'payment-report',
      paymentIntentId,
      report.status,
      report.code ?? '',
      ...(occurrence === undefined ? [] : [occurrence]),
    );
    const context = systemContext(this.clock, commandId, { correlationId });
    const about = { party, attempt, paymentIntentId };
    const command: NdaCommand =
      report.status === 'succeeded'
        ? {
            type: 'RecordPaymentSuccess',
            ...about,
            amount: report.amount,
            currency: report.currency,
            provider: this.provider,
          }
        : {
            type: 'RecordPaymentFailure',
            ...about,
            code: report.code ?? report.status,
            final: report.status === 'cancelled',
          };
    return (await this.commands.run(ndaDecider, ndaId, command, context)).revision;
  }
}
