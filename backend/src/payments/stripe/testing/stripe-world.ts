import type { Stripe } from 'stripe';
import { HOUR_MS } from '@siegel/contracts/limits';
import { silentLogger } from '../../../platform/logging/logger.js';
import { knownIntents } from '../../known-intents.js';
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
/** Beyond what any attempt stays open for. */
const ROUND_MS = 25 * HOUR_MS;
/** For three of them Stripe sends again what was not taken. */
const ROUNDS = 4;

export interface StripeFaults {
  /** Of the calls of its API; nothing goes wrong at the end of the list. */
  readonly api: readonly DoubleFault[];
  readonly store: readonly AppendFault[];
}

/** The provider is Stripe's own SDK before the double of its API, over HTTP; its events come in signed. */
export class StripeWorld extends MoneyWorld {
  /** What came of the events that were delivered, oldest first. */
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

  /** All that happened there so far. */
  get told(): readonly Stripe.Event[] {
    return this.running.double.events;
  }

  /** What Stripe's side does, where it can: it refuses what comes too late. */
  atStripe(act: () => unknown): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof DoubleRefusal)) throw error;
    }
  }

  /** As it is once the service is reached under another host. */
  at(app: string): StripeProvider {
    return this.running.as(app, knownIntents(this.commands));
  }

  async deliver(event: Stripe.Event, provider: StripeProvider = this.provider): Promise<void> {
    const { clock, commands, outcomes } = this;
    const webhook = new StripeWebhook({
      stripe: this.running.stripe,
      secrets: [SECRET],
      provider,
      reports: new PaymentReports(commands, clock, provider),
      clock,
      logger: silentLogger,
      count: (outcome) => void outcomes.push(outcome),
    });
    const { payload, signature } = signedEvent(event, SECRET, clock.now());
    await webhook.take({ signature, body: Buffer.from(payload) });
  }

  /** What is undecided is decided, all events come again, jobs and settlements go on, and a day passes; nothing fails. */
  async comeToRest(): Promise<void> {
    this.endFaults();
    this.running.double.faults.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0)
        for (const { id, status } of this.books.all)
          if (status === 'processing') this.books.settle(id, 'succeeded');
      await this.settleAndLook();
      // Not what we ended ourselves: of that an answer has told.
      for (const event of this.told) if (event.type !== 'payment_intent.canceled') await this.deliver(event);
      await this.settleAndLook();
      this.clock.advance(ROUND_MS);
    }
  }

  stop(): Promise<void> {
    return this.running.stop();
  }
}

/** As the double has it, not as we read it. */
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
