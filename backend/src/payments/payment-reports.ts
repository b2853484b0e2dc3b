import type { Party } from '@siegel/contracts/enums';
import { DECLINES_MAX } from '@siegel/contracts/limits';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { LoadedState, RunOptions } from '../eventsourcing/commands/command-runner.js';
import { refundedOf } from '../nda/money-back.js';
import type { MoneyBack } from '../nda/money-back.state.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import type { CodeWithoutPayment } from '../nda/rules/attempts.js';
import type { OpenIntent } from '../nda/rules/payment.js';
import type { Clock } from '../platform/time/clock.js';
import { derivedId, newId } from '../platform/crypto/ids.js';
import { type IntentReport, type PaymentProvider, ProviderFailed } from './provider.js';

type LoadedNda = LoadedState<NdaState, NdaEvent>;

/**
 * Maximum number of times that an intent is looked up for one report while other events keep being appended
 * to the NDA.
 */
const LOOK_UPS_MAX = 5;

/** Reason why an attempt is over without a report from the provider. */
export type GiveUpCode = CodeWithoutPayment | 'provider_gone';

/**
 * Records the provider's reports as events of the NDA. Reports come from the webhook or from a look-up. They
 * may arrive in any order and several times (rule:reports-count-once).
 */
export class PaymentReports {
  constructor(
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly provider: Pick<PaymentProvider, 'name' | 'cancel' | 'lookUp'>,
  ) {}

  /**
   * Returns the correlation id of the event that requested the reported payment; undefined if there is no
   * such event.
   */
  async askedWith({ ndaId, party, attempt }: IntentReport): Promise<string | undefined> {
    const { events } = await this.commands.state(ndaDecider, ndaId);
    return events.find(
      ({ type, open }) => type === 'PaymentRequested' && open.party === party && open.attempt === attempt,
    )?.correlationId;
  }

  /**
   * Records a report. After too many declined cards, also cancels the intent and ends the attempt
   * (rule:streams-are-bounded).
   * @returns the NDA's revision afterwards, or undefined if the report contains nothing to record.
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
   * Ends a payment attempt if the provider gives no information about its intent, or no further information.
   * If the provider reports money for this intent later, the money still counts. Safe to repeat.
   */
  async giveUp(
    ndaId: string,
    party: Party,
    { attempt, paymentIntentId }: Pick<OpenIntent, 'attempt' | 'paymentIntentId'>,
    code: GiveUpCode,
    correlationId?: string,
  ): Promise<void> {
    const commandId = derivedId('payment-given-up', ndaId, party, attempt, paymentIntentId ?? '');
    const about = { party, attempt, paymentIntentId, code, final: true };
    await this.run(ndaId, { type: 'RecordPaymentFailure', ...about }, commandId, correlationId);
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
    return (await this.recordMoneyBack(report, correlationId, loaded)) ?? revision;
  }

  /**
   * Records refunds and chargebacks as totals (rule:refunds-by-total). An old report may arrive again, so its
   * totals are compared with the present state of the NDA. The state at the time when the success was first
   * recorded is not used. A total may rise and fall, so it does not show which of two reports is newer. If a
   * different total is already recorded, the service first reads the NDA and then looks the intent up again.
   * It records the report of that look-up only if nothing was appended to the NDA after it was read.
   * @throws ProviderFailed
   */
  private async recordMoneyBack(
    report: IntentReport,
    correlationId: string | undefined,
    read: LoadedNda | undefined,
  ): Promise<number | undefined> {
    const { ndaId, paymentIntentId, refunded, currency, chargeback } = report;
    let newest: IntentReport | undefined = report;
    let asOf = read ?? (await this.commands.state(ndaDecider, ndaId));
    const isRecorded = refundedOf(asOf.state.moneyBack, paymentIntentId, currency) === refunded;
    if (isRecorded && chargeback === null) return undefined;
    // Revision of the NDA that was read before the look-up. `newest` is at least as new as this revision.
    let knownAfter: number | undefined;
    for (let lookUps = 0; lookUps < LOOK_UPS_MAX && newest !== undefined; lookUps += 1) {
      const revision = await this.recordAsOf(newest, { asOf, knownAfter }, correlationId);
      if (revision !== undefined) return revision;
      asOf = await this.commands.state(ndaDecider, ndaId);
      knownAfter = asOf.state.revision;
      newest = await this.provider.lookUp(paymentIntentId);
    }
    if (newest === undefined) return undefined;
    throw new ProviderFailed('the payment changes faster than the service can read it');
  }

  /** @returns the revision afterwards; undefined if the NDA may already record a newer report */
  private async recordAsOf(
    { ndaId, paymentIntentId, refunded, currency, chargeback }: IntentReport,
    { asOf, knownAfter }: { asOf: LoadedNda; knownAfter: number | undefined },
    correlationId: string | undefined,
  ): Promise<number | undefined> {
    const commands: NdaCommand[] = [
      { type: 'RecordRefund', paymentIntentId, totalRefunded: refunded, currency },
      ...(chargeback === null ? [] : [{ type: 'RecordChargeback', paymentIntentId, ...chargeback } as const]),
    ];
    let after: LoadedNda | undefined = asOf;
    let sureAfter = knownAfter;
    let revision: number | undefined;
    const beforeAppend: RunOptions<NdaState, NdaEvent>['beforeAppend'] = async (_, state) => {
      if (hasMoneyBack(state.moneyBack, paymentIntentId) && state.revision !== sureAfter)
        throw new PossiblyOlder();
    };
    try {
      for (const command of commands) {
        const options = { after, beforeAppend };
        const done = await this.run(ndaId, command, newId(), correlationId, options);
        if (done.events.length > 0) sureAfter = done.revision;
        ({ revision, loaded: after } = done);
      }
    } catch (error) {
      if (error instanceof PossiblyOlder) return undefined;
      throw error;
    }
    return revision;
  }

  private run(
    ndaId: string,
    command: NdaCommand,
    commandId: string,
    correlationId?: string,
    options?: RunOptions<NdaState, NdaEvent>,
  ) {
    const context = systemContext(this.clock, commandId, { correlationId });
    return this.commands.run(ndaDecider, ndaId, command, context, options);
  }
}

/**
 * Thrown if the NDA already records refunds or chargebacks of the intent, and the report may be older than
 * these records.
 */
class PossiblyOlder extends Error {}

const hasMoneyBack = ({ refunded, chargedBack }: MoneyBack, paymentIntentId: string): boolean =>
  [...refunded, ...chargedBack].some((one) => one.paymentIntentId === paymentIntentId);
