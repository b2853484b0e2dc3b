import type { Stripe } from 'stripe';
import { HOUR_MS } from '@siegel/contracts/limits';
import { silentLogger } from '../../../platform/logging/logger.js';
import { knownIntents } from '../../known-intents.js';
import { ReportKeeper } from '../../../closed-streams/report-keeper.js';
import { KeptPayments } from '../../kept-payments.js';
import { PaymentReports } from '../../payment-reports.js';
import type { AppendFault } from '../../testing/memory-commands.js';
import type { BookEntry } from '../../testing/money-explained.js';
import { MoneyWorld } from '../../testing/money-world.js';
import type { StripeProvider } from '../stripe.provider.js';
import { StripeWebhook, type WebhookOutcome } from '../stripe-webhook.js';
import { DoubleRefusal } from './double-answer.js';
import { signedEvent } from './double-events.js';
import type { DoubleIntent } from './double-objects.js';
import { type RunningStripe, runningStripe } from './running-stripe.js';
import type { DoubleFault } from './stripe-double.js';

const SECRET = 'whsec_of_the_world';
/**
 * Milliseconds by which each round advances the clock. No unfinished payment stays open for this long,
 * because the service ends it after a day (rule:abandoned-payments-end).
 */
const ROUND_MS = 25 * HOUR_MS;
/**
 * Number of rounds. Each round delivers all events that the double has made so far. There are three more
 * rounds after the first one, each about a day later, because Stripe repeats an event for three days if the
 * service does not accept the event.
 */
const ROUNDS = 4;

export interface StripeFaults {
  /**
   * Faults of the calls to Stripe's API, one for each call. No call fails after the last fault of the list.
   */
  readonly api: readonly DoubleFault[];
  readonly store: readonly AppendFault[];
}

/**
 * A `MoneyWorld` whose provider uses Stripe's SDK. The SDK calls the double of Stripe's API over HTTP. The
 * world delivers the double's events, signed, to the webhook.
 */
export class StripeWorld extends MoneyWorld {
  /** Outcomes of the delivered events, oldest first. */
  readonly outcomes: WebhookOutcome[] = [];

  private constructor(
    private readonly running: RunningStripe,
    store: readonly AppendFault[],
  ) {
    const { clock, provider } = running;
    super({ clock, provider, store });
  }

  static async start({ api, store }: StripeFaults): Promise<StripeWorld> {
    const running = await runningStripe();
    const world = new StripeWorld(running, store);
    await world.begin();
    running.double.faults.push(...api);
    return world;
  }

  get provider() {
    return this.running.provider;
  }

  get books() {
    return this.running.double.books;
  }

  /** Returns all events that the double has made so far. */
  get doubleEvents(): readonly Stripe.Event[] {
    return this.running.double.events;
  }

  /**
   * Performs an act on Stripe's side. If the double refuses the act, the refusal is ignored, because the act
   * may come too late.
   */
  atStripe(act: () => unknown): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof DoubleRefusal)) throw error;
    }
  }

  /** Returns the provider that the service would use after a move to another host. */
  movedTo(app: string): StripeProvider {
    return this.running.providerFor(app, knownIntents(this.commands));
  }

  async deliver(event: Stripe.Event, provider: StripeProvider = this.provider): Promise<void> {
    const { clock, commands, outcomes } = this;
    const reports = new PaymentReports(commands, clock, provider);
    const keeper = new ReportKeeper({ commands, clock, logger: silentLogger });
    const count = (outcome: WebhookOutcome): void => void outcomes.push(outcome);
    const webhook = new StripeWebhook({
      stripe: this.running.stripe,
      secrets: [SECRET],
      provider,
      reports,
      kept: new KeptPayments({ keeper, provider, reports, count }),
      clock,
      logger: silentLogger,
      count,
    });
    const { payload, signature } = signedEvent(event, SECRET, clock.now());
    await webhook.take({ signature, body: Buffer.from(payload) });
  }

  /**
   * Ends all faults, then runs several rounds. Each round settles vouchers and polls payments as the jobs do,
   * delivers all events so far, settles and polls once more, and advances the clock. At the start of each
   * round except the first, every payment that is still being processed succeeds.
   */
  async runUntilQuiet(): Promise<void> {
    this.endFaults();
    this.running.double.faults.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0)
        for (const { id, status } of this.books.all)
          if (status === 'processing') this.books.settle(id, 'succeeded');
      await this.settleAndPoll();
      // An event about a cancelled intent is not delivered, because the response to the service's cancel call
      // has already reported the cancellation.
      for (const event of this.doubleEvents)
        if (event.type !== 'payment_intent.canceled') await this.deliver(event);
      await this.settleAndPoll();
      this.clock.advance(ROUND_MS);
    }
  }

  stop(): Promise<void> {
    return this.running.stop();
  }
}

/**
 * Returns the intent's entry in the provider's books. The entry is computed without the code that makes our
 * reports.
 */
export function entryOf({ id, status, amount, received, refunds, disputes }: DoubleIntent): BookEntry {
  const states = disputes.map((one) => one.status);
  return {
    id,
    status: STATUS[status] ?? 'open',
    amount: status === 'succeeded' ? received : amount,
    refunded: refunds.filter((one) => one.status !== 'failed').reduce((sum, one) => sum + one.amount, 0),
    chargeback: states.includes('lost')
      ? 'lost'
      : states.includes('needs_response')
        ? 'opened'
        : states.some((state) => state === 'won' || state === 'warning_closed')
          ? 'won'
          : undefined,
  };
}

const STATUS: Partial<Record<DoubleIntent['status'], BookEntry['status']>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  canceled: 'cancelled',
};
