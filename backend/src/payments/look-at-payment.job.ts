import type { Party } from '@siegel/contracts/enums';
import type { Commands } from '../bus/commands.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { type OpenIntent, openIntents } from '../nda/rules/payment.js';
import type { Clock } from '../platform/clock.js';
import { newId } from '../platform/ids.js';
import type { Logger } from '../platform/logging/logger.js';
import { type JobHandler, type JobRequest, TryAgainIn } from '../platform/jobs/job.js';
import { type OpenIntents, unknownIntent } from './open-intents.js';
import type { PaymentReports } from './payment-reports.js';
import type { PaymentProvider } from './provider.js';
import { isAbandoned, isGivenUp, lookPauseMs } from './rules/look-pauses.js';
import { within } from './within.js';

const TASK = 'look-at-payment';
/** Milliseconds for all that a look asks of the provider. */
const LOOK_MS = 15_000;

export interface LookingParts {
  readonly commands: Commands;
  readonly provider: Pick<PaymentProvider, 'name' | 'lookUp'>;
  readonly reports: Pick<PaymentReports, 'apply' | 'giveUp'>;
  readonly intents: Pick<OpenIntents, 'end'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds after which a provider that keeps quiet is not waited for, 15 000 by default. */
  readonly lookMs?: number;
}

/** One job for all that a party has open at the provider; it stands in the queue until nothing is. */
export const lookAtPaymentRequest = (ndaId: string, party: Party): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { ndaId, party },
  key: `look:${ndaId}:${party}`,
});

/**
 * Asks the provider what became of a payment of which nothing was heard (rule:lost-reports-are-found), and ends
 * it when nobody is at it any more (rule:abandoned-payments-end).
 */
export class LookAtPaymentJob implements JobHandler {
  readonly task = TASK;
  /** One that hangs holds up none of the others. */
  readonly atOnce = 4;

  constructor(private readonly parts: LookingParts) {}

  /** @throws TryAgainIn while anything is open */
  async run(payload: JobRequest['payload']): Promise<void> {
    const ndaId = String(payload['ndaId']);
    const party: Party = payload['party'] === 2 ? 2 : 1;
    const { state, events } = await this.parts.commands.state(ndaDecider, ndaId);
    const open = openIntents(state, party);
    if (open.length === 0) return;
    const ageMs = this.parts.clock.now().getTime() - lastAskedAt(events, party);
    await this.giveUp(ndaId, party, open, ageMs);
    try {
      await within(this.parts.lookMs ?? LOOK_MS, this.look(ndaId, party, open, ageMs));
    } catch (error) {
      throw new TryAgainIn(this.pauseMs(state, party, ageMs), error);
    }
    const { state: after } = await this.parts.commands.state(ndaDecider, ndaId);
    if (openIntents(after, party).length > 0) throw new TryAgainIn(this.pauseMs(after, party, ageMs));
  }

  /** What nobody wants is ended first (rule:unwanted-intents-end), all of it where nobody is at it any more. */
  private async look(ndaId: string, party: Party, open: readonly OpenIntent[], ageMs: number): Promise<void> {
    const { provider, reports, intents } = this.parts;
    await intents.end(ndaId, party, isAbandoned(ageMs) ? 'all' : 'unwanted', newId());
    if (isAbandoned(ageMs)) return;
    for (const intent of open) {
      const { paymentIntentId, provider: at, isWanted } = intent;
      if (!isWanted || paymentIntentId === null || at !== provider.name) continue;
      const report = await provider.lookUp(paymentIntentId);
      await reports.apply(report ?? unknownIntent(ndaId, party, intent, paymentIntentId));
    }
  }

  /** A young matter is looked at often, whichever is the youngest: the payment, or that nobody wants it any more. */
  private pauseMs({ obligations }: NdaState, party: Party, ageMs: number): number {
    const now = this.parts.clock.now().getTime();
    const unwanted = obligations.open
      .filter((one) => one.kind === 'intent' && one.party === party)
      .map(({ since }) => now - Date.parse(since));
    return lookPauseMs(Math.min(ageMs, ...unwanted));
  }

  /**
   * Those at another provider: whoever runs the service can look there, and nobody else. The sandbox moves no money,
   * so nothing can come of what was open there.
   */
  private async giveUp(
    ndaId: string,
    party: Party,
    open: readonly OpenIntent[],
    ageMs: number,
  ): Promise<void> {
    const { provider, reports, logger } = this.parts;
    for (const intent of open) {
      const { provider: at, paymentIntentId } = intent;
      if (at === provider.name || (at !== 'sandbox' && !isGivenUp(ageMs))) continue;
      await reports.giveUp(ndaId, party, intent, 'provider_gone');
      logger.warn(
        { ndaId, party, provider: at, paymentIntentId },
        'a payment that was opened at another provider is given up',
      );
    }
  }
}

/** When the party's last payment was asked for, in milliseconds since the epoch. */
const lastAskedAt = (events: readonly Recorded<NdaEvent>[], party: Party): number =>
  Date.parse(
    events.findLast(({ type, open }) => type === 'PaymentRequested' && open.party === party)?.at ?? '',
  );
