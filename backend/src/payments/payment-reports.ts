import type { Party } from '@siegel/contracts/enums';
import { DECLINES_MAX } from '@siegel/contracts/limits';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { refundedOf } from '../nda/money-back.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaState } from '../nda/nda.state.js';
import type { CameToNothing } from '../nda/rules/attempts.js';
import type { OpenIntent } from '../nda/rules/payment.js';
import type { Clock } from '../platform/clock.js';
import { derivedId, newId } from '../platform/ids.js';
import type { IntentReport, PaymentProvider } from './provider.js';

/** Why an attempt is over of which the provider says nothing. */
export type GivenUp = CameToNothing | 'provider_gone';

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
    if (report.status === 'open' || report.status === 'processing') return undefined;
    const revision = await this.record(report, correlationId);
    if (report.status !== 'declined' || report.declines < DECLINES_MAX) return revision;
    const ended = await this.provider.cancel(report.paymentIntentId);
    if (ended === undefined || ended.status === 'open' || ended.status === 'processing') return revision;
    return this.record(ended, correlationId);
  }

  /**
   * One of which nothing (more) can be asked is over for this service. Money that is reported of it later counts
   * all the same. Safe to repeat.
   */
  async giveUp(
    ndaId: string,
    party: Party,
    { attempt, paymentIntentId }: Pick<OpenIntent, 'attempt' | 'paymentIntentId'>,
    code: GivenUp,
  ): Promise<void> {
    const commandId = derivedId('payment-given-up', ndaId, party, attempt, paymentIntentId ?? '');
    const about = { party, attempt, paymentIntentId, code, final: true };
    await this.run(ndaId, { type: 'RecordPaymentFailure', ...about }, commandId);
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
    const about = { party, attempt, paymentIntentId };
    if (report.status !== 'succeeded') {
      const failure = { code: report.code ?? report.status, final: report.status === 'cancelled' };
      const command = { type: 'RecordPaymentFailure', ...about, ...failure } as const;
      return (await this.run(ndaId, command, commandId, correlationId)).revision;
    }
    const { amount, currency, cardLastDigits } = report;
    const { name: provider } = this.provider;
    const success = { type: 'RecordPaymentSuccess', ...about, amount, currency, provider } as const;
    const paid = { ...success, cardLastDigits };
    const { revision, loaded } = await this.run(ndaId, paid, commandId, correlationId);
    return (await this.recordWhatWentBack(report, correlationId, loaded?.state)) ?? revision;
  }

  /**
   * As totals that stand now (rule:refunds-by-total): one that was told before may be told again later, so they are
   * held against the NDA as it is, not as it was when the success was first recorded.
   */
  private async recordWhatWentBack(
    { ndaId, paymentIntentId, refunded, currency, chargeback }: IntentReport,
    correlationId: string | undefined,
    read: NdaState | undefined,
  ): Promise<number | undefined> {
    const { moneyBack } = read ?? (await this.commands.state(ndaDecider, ndaId)).state;
    let after: number | undefined;
    if (refundedOf(moneyBack, paymentIntentId, currency) !== refunded) {
      const command = { type: 'RecordRefund', paymentIntentId, totalRefunded: refunded, currency } as const;
      after = (await this.run(ndaId, command, newId(), correlationId)).revision;
    }
    if (chargeback !== null) {
      const command = { type: 'RecordChargeback', paymentIntentId, ...chargeback } as const;
      after = (await this.run(ndaId, command, newId(), correlationId)).revision;
    }
    return after;
  }

  private run(ndaId: string, command: NdaCommand, commandId: string, correlationId?: string) {
    const context = systemContext(this.clock, commandId, { correlationId });
    return this.commands.run(ndaDecider, ndaId, command, context);
  }
}
