import type { Party } from '@siegel/contracts/enums';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { PaymentRequestState } from '../nda/nda.state.js';
import { derivedId } from '../platform/ids.js';
import type { Clock } from '../platform/clock.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { DECLINES_MAX } from '@siegel/contracts/limits';
import type { IntentReport, PaymentProvider } from './provider.js';

/**
 * Turns what the provider reports (webhook, look-up) into facts of the NDA. Any order and any
 * repetition is harmless (rule:reports-count-once).
 */
export class PaymentReports {
  constructor(
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly provider: Pick<PaymentProvider, 'name' | 'cancel'>,
  ) {}

  /**
   * Too many cards that were declined end the attempt and its intent (rule:streams-are-bounded).
   * @returns the NDA's revision afterwards, or undefined where the report says nothing new to record.
   * @throws ProviderFailed
   */
  async apply(report: IntentReport, correlationId?: string): Promise<number | undefined> {
    if (report.status === 'open') return undefined;
    const revision = await this.record(report, correlationId);
    if (report.status !== 'declined' || report.declines < DECLINES_MAX) return revision;
    const ended = await this.provider.cancel(report.paymentIntentId);
    if (ended === undefined || ended.status === 'open') return revision;
    return this.record(ended, correlationId);
  }

  /**
   * One that was opened at a provider of whom nothing can be asked is over for this service. Money that is
   * reported of it later counts all the same. Safe to repeat.
   */
  async giveUp(ndaId: string, party: Party, request: PaymentRequestState): Promise<void> {
    const { attempt, paymentIntentId } = request;
    const context = systemContext(this.clock, derivedId('payment-given-up', ndaId, party, attempt));
    const about = { party, attempt, paymentIntentId, code: 'other_provider', final: true };
    await this.commands.run(ndaDecider, ndaId, { type: 'RecordPaymentFailure', ...about }, context);
  }

  private async record(report: IntentReport, correlationId: string | undefined): Promise<number> {
    const { ndaId, party, attempt, paymentIntentId, occurrence } = report;
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
            provider: this.provider.name,
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
