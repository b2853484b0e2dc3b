import type { Party } from '@siegel/contracts/enums';
import type { Commands } from '../bus/commands.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { PaymentRequestState } from '../nda/nda.state.js';
import { unfinishedRequests } from '../nda/rules/payment.js';
import type { Clock } from '../platform/clock.js';
import { newId } from '../platform/ids.js';
import type { Logger } from '../platform/logging/logger.js';
import { type JobHandler, type JobRequest, TryAgainIn } from '../platform/jobs/job.js';
import type { OpenIntents } from './open-intents.js';
import type { PaymentReports } from './payment-reports.js';
import { type PaymentProvider, ProviderFailed } from './provider.js';
import { isAbandoned, isGivenUp, lookPauseMs } from './rules/look-pauses.js';

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
    const open = unfinishedRequests(state, party);
    if (open.length === 0) return;
    const ageMs = this.parts.clock.now().getTime() - lastAskedAt(events, party);
    if (isGivenUp(ageMs)) await this.giveUp(ndaId, party, open);
    const work = isAbandoned(ageMs) ? this.parts.intents.end(ndaId, party, newId()) : this.look(open);
    try {
      await within(this.parts.lookMs ?? LOOK_MS, work);
    } catch (error) {
      throw new TryAgainIn(lookPauseMs(ageMs), error);
    }
    const after = await this.parts.commands.state(ndaDecider, ndaId);
    if (unfinishedRequests(after.state, party).length > 0) throw new TryAgainIn(lookPauseMs(ageMs));
  }

  private async look(open: readonly PaymentRequestState[]): Promise<void> {
    const { provider, reports } = this.parts;
    for (const { paymentIntentId, provider: at } of open) {
      if (paymentIntentId === null || at !== provider.name) continue;
      const report = await provider.lookUp(paymentIntentId);
      if (report !== undefined) await reports.apply(report);
    }
  }

  /** Those at another provider: whoever runs the service can look there, and nobody else. */
  private async giveUp(ndaId: string, party: Party, open: readonly PaymentRequestState[]): Promise<void> {
    const { provider, reports, logger } = this.parts;
    for (const request of open) {
      const { provider: at, paymentIntentId } = request;
      if (at === provider.name) continue;
      await reports.giveUp(ndaId, party, request);
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

/** What comes of the work later is recorded all the same. @throws ProviderFailed after so many milliseconds */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderFailed('the provider keeps quiet')), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
