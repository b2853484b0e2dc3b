import { CauseMissing } from '../../platform/jobs/job.js';
import type { Party } from '@siegel/contracts/enums';
import { DAY_MS } from '@siegel/contracts/limits';
import type { CommandRunner } from '../../eventsourcing/commands/command-runner.js';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { contextAt } from '../../eventsourcing/journal/testing/recorded.js';
import type { NdaCommand } from '../../nda/nda.commands.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import type { NdaState } from '../../nda/nda.state.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { newId } from '../../platform/crypto/ids.js';
import { TryAgainIn } from '../../platform/jobs/job.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { SetClock } from '../../vault/testing/vault-database.js';
import { voucherDecider } from '../../voucher/voucher.decider.js';
import { PollPaymentJob, pollPaymentRequest } from '../poll-payment.job.js';
import { OpenIntents } from '../open-intents.js';
import { PaymentReports } from '../payment-reports.js';
import { PaymentService } from '../payment-service.js';
import { type PaymentProvider, ProviderFailed } from '../provider.js';
import { VoucherRedemption } from '../voucher-redemption.js';
import { type AppendFault, memoryCommands } from './memory-commands.js';

const VOUCHERS = ['NDA-AAAA-AAAA', 'NDA-BBBB-BBBB'] as const;

export interface WorldParts {
  readonly clock: SetClock;
  readonly provider: PaymentProvider;
  /**
   * Faults of the appends after `begin`, one for each append. No append fails after the last fault of the
   * list.
   */
  readonly store: readonly AppendFault[];
}

/**
 * One NDA with its vouchers, the payment services and a provider, all on one clock, with streams in memory.
 */
export class MoneyWorld {
  readonly ndaId = newId();
  readonly clock: SetClock;
  readonly commands: CommandRunner;
  /** Ids of the intents whose secret reached a browser. Only these intents can be paid. */
  readonly shown = new Set<string>();
  protected readonly reports: PaymentReports;
  private readonly service: PaymentService;
  private readonly vouchers: VoucherRedemption;
  private readonly job: PollPaymentJob;
  private readonly faults: AppendFault[] = [];

  constructor(private readonly parts: WorldParts) {
    const { clock, provider } = parts;
    this.clock = clock;
    this.commands = memoryCommands(() => this.faults.shift() ?? 'none');
    const { commands } = this;
    const reports = new PaymentReports(commands, clock, provider);
    const intents = new OpenIntents(commands, provider, reports, clock);
    this.reports = reports;
    this.vouchers = new VoucherRedemption(commands, createKeyedHash(Buffer.alloc(32, 1)), clock, intents);
    this.service = new PaymentService(commands, provider, reports, this.vouchers, clock);
    this.job = new PollPaymentJob({ commands, provider, reports, intents, clock, logger: silentLogger });
  }

  /**
   * Creates the NDA and its vouchers. These appends succeed. Later appends have the faults of `parts.store`.
   */
  async begin(): Promise<void> {
    await this.run({ ...oneOfEachCommand.CreateNda, ndaId: this.ndaId, chain: this.ndaId });
    for (const code of VOUCHERS) await this.issue(code);
    this.faults.push(...this.parts.store);
  }

  async state(): Promise<NdaState> {
    return (await this.commands.state(ndaDecider, this.ndaId)).state;
  }

  async events(): Promise<readonly Recorded<NdaEvent>[]> {
    return (await this.commands.state(ndaDecider, this.ndaId)).events;
  }

  async run(command: NdaCommand): Promise<void> {
    await this.commands.run(ndaDecider, this.ndaId, command, this.context());
  }

  async open(party: Party): Promise<void> {
    const opened = await this.service.open(this.ndaId, party, this.context(), await this.linkOf(party));
    this.shown.add(opened.paymentIntentId);
  }

  async consent(party: Party): Promise<void> {
    const paymentIntentId = (await this.state()).payments[party].open?.paymentIntentId ?? '';
    const asked = { paymentIntentId, wording: 'v1', language: 'de', earlyPerformance: true } as const;
    await this.service.consent(this.ndaId, party, asked, this.context(), await this.linkOf(party));
  }

  async applyVoucher(party: Party, which: 0 | 1): Promise<void> {
    const link = await this.linkOf(party);
    await this.service.applyVoucher(this.ndaId, party, VOUCHERS[which], this.context(), link);
  }

  /** Redeems the voucher but does not apply it, as if the process stopped between these two steps. */
  async redeemOnly(party: Party, which: 0 | 1): Promise<void> {
    const link = await this.linkOf(party);
    await this.vouchers.redeem(VOUCHERS[which], this.ndaId, party, this.context(), link);
  }

  async confirm(paymentIntentId: string): Promise<void> {
    await this.service.confirm(this.ndaId, paymentIntentId, this.context());
  }

  async poll(party: Party): Promise<void> {
    try {
      await this.job.run(pollPaymentRequest(this.ndaId, party).payload);
    } catch (error) {
      // The job throws this error if no payment has been requested yet. The real service enqueues the job
      // only after a payment has been requested.
      if (!(error instanceof CauseMissing)) throw error;
    }
  }

  /** Ends the faults of appends. No later append fails. */
  protected endFaults(): void {
    this.faults.length = 0;
  }

  /** Settles vouchers and polls both parties' payments, as the jobs do. */
  protected async settleAndPoll(): Promise<void> {
    for (const code of VOUCHERS) await this.settle(code);
    for (const party of [1, 2] as const) await tolerant(() => this.poll(party));
  }

  /** Returns the ids of the vouchers that this NDA holds. */
  async held(): Promise<readonly string[]> {
    const held = await Promise.all(
      VOUCHERS.map(async (code) => {
        const { state } = await this.commands.state(voucherDecider, this.vouchers.idOf(code));
        return state.holder === undefined ? [] : [this.vouchers.idOf(code)];
      }),
    );
    return held.flat();
  }

  private async settle(code: string): Promise<void> {
    const voucherId = this.vouchers.idOf(code);
    const { holder } = (await this.commands.state(voucherDecider, voucherId)).state;
    if (holder === undefined) return;
    await tolerant(() =>
      this.vouchers.settle({ voucherId, ndaId: holder.ndaId, party: holder.party }, newId()),
    );
  }

  private async issue(code: string): Promise<void> {
    const voucherId = this.vouchers.idOf(code);
    const expiresAt = new Date(this.clock.now().getTime() + 100 * DAY_MS).toISOString();
    const about = { voucherId, code, category: '10-day-code', recipientName: null, expiresAt } as const;
    await this.commands.run(voucherDecider, voucherId, { type: 'IssueVoucher', ...about }, this.context());
  }

  private async linkOf(party: Party): Promise<string | undefined> {
    return party === 1 ? undefined : (await this.state()).invitation?.tokenHash;
  }

  private context() {
    return contextAt(this.clock.now().toISOString(), { commandId: newId(), correlationId: newId() });
  }
}

/**
 * Runs `work` and ignores three kinds of errors: refusals, injected faults, and errors with which a job asks
 * to run again. Any other error is a defect and is thrown.
 */
export async function tolerant(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = [RuleBroken, ProviderFailed, EventStoreUnavailable, TryAgainIn].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected) throw error;
  }
}
