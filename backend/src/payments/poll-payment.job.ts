import type { Party } from '@siegel/contracts/enums';
import type { Commands } from '../bus/commands.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { type OpenIntent, openIntents } from '../nda/rules/payment.js';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import { CauseMissing, type JobHandler, type JobRequest, TryAgainIn } from '../platform/jobs/job.js';
import { choiceIn, uuidIn } from '../platform/jobs/payload.js';
import { type OpenIntents, unknownIntent } from './open-intents.js';
import type { PaymentReports } from './payment-reports.js';
import type { PaymentProvider } from './provider.js';
import { mayLeaveUnwanted } from './rules/leaves-unwanted.js';
import { isAbandoned, isGivenUp, pollPauseMs } from './rules/poll-pauses.js';
import { withTimeout } from './with-timeout.js';

const TASK = 'look-at-payment';
const PARTIES: readonly Party[] = [1, 2];
/** Milliseconds within which one poll must finish all its calls to the provider. */
const POLL_TIMEOUT_MS = 15_000;

export interface PollingParts {
  readonly commands: Commands;
  readonly provider: Pick<PaymentProvider, 'name' | 'lookUp'>;
  readonly reports: Pick<PaymentReports, 'apply' | 'giveUp'>;
  readonly intents: Pick<OpenIntents, 'end'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds after which the job stops waiting for the provider, 15 000 by default. */
  readonly timeoutMs?: number;
}

/** The open payments of a party, as recorded in the stream. */
interface OpenPayments {
  readonly ndaId: string;
  readonly party: Party;
  readonly open: readonly OpenIntent[];
  /** Milliseconds since the party's last request for payment. */
  readonly ageMs: number;
  /** Correlation id of the event that recorded the party's last request for payment. */
  readonly correlationId: string;
}

/**
 * Returns a request for the job that polls all open intents of a party. The job stays in the queue until none
 * of them is open.
 */
export const pollPaymentRequest = (ndaId: string, party: Party): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { ndaId, party },
  key: `look:${ndaId}:${party}`,
});

/**
 * Asks the payment provider for the outcome of open payments, because the provider's own reports may be lost
 * (rule:lost-reports-are-found). Ends a payment that the payer has abandoned (rule:abandoned-payments-end).
 */
export class PollPaymentJob implements JobHandler {
  readonly task = TASK;
  /**
   * Maximum number of jobs at a time. There are several, so that a job that hangs does not delay the others.
   */
  readonly slots = 4;

  constructor(private readonly parts: PollingParts) {}

  /** @throws TryAgainIn while any intent is open; CauseMissing */
  async run(payload: JobRequest['payload']): Promise<void> {
    const ndaId = uuidIn(payload, 'ndaId');
    const party = choiceIn(payload, 'party', PARTIES);
    const { state, events } = await this.parts.commands.state(ndaDecider, ndaId);
    const lastRequest = lastRequestOf(events, party);
    if (lastRequest === undefined && !events.some((event) => mayLeaveUnwanted(event).includes(party)))
      throw new CauseMissing();
    const open = openIntents(state, party);
    if (open.length === 0 || lastRequest === undefined) return;
    const ageMs = this.parts.clock.now().getTime() - Date.parse(lastRequest.at);
    const payments = { ndaId, party, open, ageMs, correlationId: lastRequest.correlationId };
    await this.giveUp(payments);
    try {
      await withTimeout(this.parts.timeoutMs ?? POLL_TIMEOUT_MS, this.poll(payments));
    } catch (error) {
      throw new TryAgainIn(this.pauseMs(state, party, ageMs), error);
    }
    const { state: after } = await this.parts.commands.state(ndaDecider, ndaId);
    if (openIntents(after, party).length > 0) throw new TryAgainIn(this.pauseMs(after, party, ageMs));
  }

  /**
   * If the payment is abandoned, ends all intents. Otherwise ends the unwanted intents
   * (rule:unwanted-intents-end), and looks up the others.
   */
  private async poll({ ndaId, party, open, ageMs, correlationId }: OpenPayments): Promise<void> {
    const { provider, reports, intents } = this.parts;
    await intents.end(ndaId, party, isAbandoned(ageMs) ? 'all' : 'unwanted', correlationId);
    if (isAbandoned(ageMs)) return;
    for (const intent of open) {
      const { paymentIntentId, provider: at, isWanted } = intent;
      if (!isWanted || paymentIntentId === null || at !== provider.name) continue;
      const found = await provider.lookUp(paymentIntentId);
      const report = found ?? unknownIntent(ndaId, party, intent, paymentIntentId);
      if (report.ndaId === ndaId) await reports.apply(report, correlationId);
    }
  }

  /**
   * Returns the pause until the next poll in milliseconds. The pause grows with the time since the payment
   * was requested. If an intent became unwanted after that, the pause grows with the time since then.
   */
  private pauseMs({ obligations }: NdaState, party: Party, ageMs: number): number {
    const now = this.parts.clock.now().getTime();
    const unwanted = obligations.open
      .filter((one) => one.kind === 'intent' && one.party === party)
      .map(({ since }) => now - Date.parse(since));
    return pollPauseMs(Math.min(ageMs, ...unwanted));
  }

  /**
   * Gives up intents at a provider that is no longer configured, because only the operator can check such
   * intents. Intents of the sandbox are given up at once, because the sandbox moves no money. Other intents
   * are given up after a week.
   */
  private async giveUp({ ndaId, party, open, ageMs, correlationId }: OpenPayments): Promise<void> {
    const { provider, reports, logger } = this.parts;
    for (const intent of open) {
      const { provider: at, paymentIntentId } = intent;
      if (at === provider.name || (at !== 'sandbox' && !isGivenUp(ageMs))) continue;
      await reports.giveUp(ndaId, party, intent, 'provider_gone', correlationId);
      logger.warn(
        { ndaId, party, provider: at, paymentIntentId },
        'The service stops polling an open payment, because its provider is no longer configured. Unless that provider was the sandbox, look up the payment at the provider by its paymentIntentId: cancel the payment, or refund it if it was paid.',
      );
    }
  }
}

/** Returns the event of the party's last request for payment. */
const lastRequestOf = (events: readonly Recorded<NdaEvent>[], party: Party): Recorded<NdaEvent> | undefined =>
  events.findLast(({ type, open }) => type === 'PaymentRequested' && open.party === party);
