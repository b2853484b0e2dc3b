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
import { isAbandoned, isGivenUp, lookPauseMs } from './rules/look-pauses.js';
import { within } from './within.js';

const TASK = 'look-at-payment';
const PARTIES: readonly Party[] = [1, 2];
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

/** What a look is about, as the stream tells it. */
interface Looked {
  readonly ndaId: string;
  readonly party: Party;
  readonly open: readonly OpenIntent[];
  /** Milliseconds since its last payment was asked for. */
  readonly ageMs: number;
  /** Of the event that asked for it. */
  readonly correlationId: string;
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

  /** @throws TryAgainIn while anything is open; CauseMissing */
  async run(payload: JobRequest['payload']): Promise<void> {
    const ndaId = uuidIn(payload, 'ndaId');
    const party = choiceIn(payload, 'party', PARTIES);
    const { state, events } = await this.parts.commands.state(ndaDecider, ndaId);
    const asked = lastAsked(events, party);
    if (asked === undefined && !events.some((event) => mayLeaveUnwanted(event).includes(party)))
      throw new CauseMissing();
    const open = openIntents(state, party);
    if (open.length === 0 || asked === undefined) return;
    const ageMs = this.parts.clock.now().getTime() - Date.parse(asked.at);
    const looked = { ndaId, party, open, ageMs, correlationId: asked.correlationId };
    await this.giveUp(looked);
    try {
      await within(this.parts.lookMs ?? LOOK_MS, this.look(looked));
    } catch (error) {
      throw new TryAgainIn(this.pauseMs(state, party, ageMs), error);
    }
    const { state: after } = await this.parts.commands.state(ndaDecider, ndaId);
    if (openIntents(after, party).length > 0) throw new TryAgainIn(this.pauseMs(after, party, ageMs));
  }

  /** What nobody wants is ended first (rule:unwanted-intents-end), all of it where nobody is at it any more. */
  private async look({ ndaId, party, open, ageMs, correlationId }: Looked): Promise<void> {
    const { provider, reports, intents } = this.parts;
    await intents.end(ndaId, party, isAbandoned(ageMs) ? 'all' : 'unwanted', correlationId);
    if (isAbandoned(ageMs)) return;
    for (const intent of open) {
      const { paymentIntentId, provider: at, isWanted } = intent;
      if (!isWanted || paymentIntentId === null || at !== provider.name) continue;
      const report = await provider.lookUp(paymentIntentId);
      const told = report ?? unknownIntent(ndaId, party, intent, paymentIntentId);
      if (told.ndaId === ndaId) await reports.apply(told, correlationId);
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
  private async giveUp({ ndaId, party, open, ageMs, correlationId }: Looked): Promise<void> {
    const { provider, reports, logger } = this.parts;
    for (const intent of open) {
      const { provider: at, paymentIntentId } = intent;
      if (at === provider.name || (at !== 'sandbox' && !isGivenUp(ageMs))) continue;
      await reports.giveUp(ndaId, party, intent, 'provider_gone', correlationId);
      logger.warn(
        { ndaId, party, provider: at, paymentIntentId },
        'a payment that was opened at another provider is given up',
      );
    }
  }
}

/** The event that asked for the party's last payment. */
const lastAsked = (events: readonly Recorded<NdaEvent>[], party: Party): Recorded<NdaEvent> | undefined =>
  events.findLast(({ type, open }) => type === 'PaymentRequested' && open.party === party);
