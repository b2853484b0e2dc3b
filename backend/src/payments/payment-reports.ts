import { ndaModel } from '../nda/nda.model.js';
import { derivedId, newId } from '../platform/ids.js';
import type { Clock } from '../platform/clock.js';
import type { CommandContext } from '../platform/journal/event.js';
import type { CommandRunner } from '../platform/journal/command-runner.js';
import type { PaymentProviderName } from '@siegel/contracts/enums';
import type { IntentReport } from './provider.js';

/** Turns what the provider reports (webhook, look-up, reconciliation) into facts of the NDA. Any order and any repetition is harmless. */
export class PaymentReports {
  constructor(
    private readonly commands: CommandRunner,
    private readonly clock: Clock,
    private readonly provider: PaymentProviderName,
  ) {}

  /** @returns the NDA's revision afterwards, or undefined where the report says nothing new to record. */
  async apply(report: IntentReport, correlationId: string = newId()): Promise<number | undefined> {
    const { ndaId, party, attempt, paymentIntentId, occurrence } = report;
    if (report.status === 'open') return undefined;
    const about = { party, attempt, paymentIntentId };
    const context = this.context(
      correlationId,
      derivedId('payment-report', paymentIntentId, report.status, report.code ?? '', ...(occurrence === undefined ? [] : [occurrence])),
    );
    if (report.status === 'succeeded') {
      const received = { amount: report.amount, currency: report.currency, provider: this.provider };
      return (await this.commands.run(ndaModel, ndaId, { type: 'RecordPaymentSuccess', ...about, ...received }, context)).revision;
    }
    const failure = { code: report.code ?? report.status, final: report.status === 'cancelled' };
    return (await this.commands.run(ndaModel, ndaId, { type: 'RecordPaymentFailure', ...about, ...failure }, context)).revision;
  }

  private context(correlationId: string, commandId: string): CommandContext {
    return { commandId, correlationId, causedBy: null, actor: 'system', at: this.clock.now().toISOString() };
  }
}
