import { HOUR_MS } from '@siegel/contracts/limits';
import { SetClock } from '../../vault/testing/vault-database.js';
import { type Fault, type LedgerIntent, LedgerProvider, reportOf } from './ledger-provider.js';
import type { AppendFault } from './memory-commands.js';
import { MoneyWorld } from './money-world.js';

/**
 * Number of rounds. Each round advances the clock by one hour. All rounds together are longer than the
 * longest pause between two polls of a payment (`pollPauseMs`: an hour), and longer than a payment stays open
 * (`isAbandoned`: a day).
 */
const ROUNDS = 60;

/**
 * The random faults in the world of one NDA. `provider` has one fault for each call to the provider, and
 * `store` has one fault for each append. After the end of a list, no further call or append fails.
 */
export interface LedgerFaults {
  readonly provider: readonly Fault[];
  readonly store: readonly AppendFault[];
}

/** A `MoneyWorld` whose provider is in memory, as the streams are. */
export class LedgerWorld extends MoneyWorld {
  readonly provider: LedgerProvider;
  private readonly providerFaults: Fault[];

  constructor({ provider: drawn, store }: LedgerFaults) {
    const clock = new SetClock();
    const faults: Fault[] = [...drawn];
    const provider = new LedgerProvider(clock, () => faults.shift() ?? 'none');
    super({ clock, provider, store });
    this.provider = provider;
    this.providerFaults = faults;
  }

  async webhook(intent: LedgerIntent): Promise<void> {
    await this.reports.apply(reportOf(intent));
  }

  /**
   * Ends all faults and finishes everything that is under way: jobs, settlements, the provider's own reports.
   */
  async runUntilQuiet(): Promise<void> {
    this.endFaults();
    this.providerFaults.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const intent of this.provider.intents) {
        if (intent.status === 'processing' && round > 3) intent.status = 'succeeded';
        if (round < 3 * 24 && round % 5 === 0) await this.webhook(intent);
      }
      await this.settleAndPoll();
      this.clock.advance(HOUR_MS);
    }
  }
}
