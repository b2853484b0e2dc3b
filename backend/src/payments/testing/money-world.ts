import type { Party } from '@siegel/contracts/enums';
import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
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
import { newId } from '../../platform/ids.js';
import { TryAgainIn } from '../../platform/jobs/job.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { RuleBroken } from '../../platform/rule-broken.js';
import { SetClock } from '../../vault/testing/vault-database.js';
import { voucherDecider } from '../../voucher/voucher.decider.js';
import { LookAtPaymentJob, lookAtPaymentRequest } from '../look-at-payment.job.js';
import { OpenIntents } from '../open-intents.js';
import { PaymentReports } from '../payment-reports.js';
import { PaymentService } from '../payment-service.js';
import { ProviderFailed } from '../provider.js';
import { VoucherRedemption } from '../voucher-redemption.js';
import { type Fault, type LedgerIntent, LedgerProvider, reportOf } from './ledger-provider.js';
import { memoryCommands } from './memory-commands.js';

const VOUCHERS = ['NDA-AAAA-AAAA', 'NDA-BBBB-BBBB'] as const;
/** Longer than any pause and any wait of what is open. */
const ROUNDS = 60;

/** What may go wrong in the world of one NDA, as it is drawn; nothing once the list is at its end. */
export interface Faults {
  readonly provider: readonly Fault[];
  readonly store: readonly ('none' | 'lost' | 'unanswered')[];
}

/** One NDA with its vouchers, the payment services and a provider, all in memory on one clock. */
export class MoneyWorld {
  readonly ndaId = newId();
  readonly clock = new SetClock();
  readonly provider: LedgerProvider;
  readonly commands: CommandRunner;
  /** Of the intents whose answer reached a browser: nobody else can pay. */
  readonly shown = new Set<string>();
  private readonly service: PaymentService;
  private readonly reports: PaymentReports;
  private readonly vouchers: VoucherRedemption;
  private readonly look: LookAtPaymentJob;
  private readonly faults: { provider: Fault[]; store: ('none' | 'lost' | 'unanswered')[] };

  constructor(faults: Faults) {
    this.faults = { provider: [], store: [] };
    const { clock } = this;
    this.provider = new LedgerProvider(clock, () => this.faults.provider.shift() ?? 'none');
    this.commands = memoryCommands(() => this.faults.store.shift() ?? 'none');
    const { commands, provider } = this;
    this.reports = new PaymentReports(commands, clock, provider);
    const intents = new OpenIntents(commands, provider, this.reports, clock);
    this.vouchers = new VoucherRedemption(commands, createKeyedHash(Buffer.alloc(32, 1)), clock, intents);
    this.service = new PaymentService(commands, provider, this.reports, this.vouchers, clock);
    const { reports } = this;
    this.look = new LookAtPaymentJob({ commands, provider, reports, intents, clock, logger: silentLogger });
    this.begin = async () => {
      await this.run({ ...oneOfEachCommand.CreateNda, ndaId: this.ndaId, chain: this.ndaId });
      for (const code of VOUCHERS) await this.issue(code);
      this.faults.provider.push(...faults.provider);
      this.faults.store.push(...faults.store);
    };
  }

  /** The NDA and its vouchers are there; from here on things go wrong as drawn. */
  readonly begin: () => Promise<void>;

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

  /** As where the process ends between redeeming and applying. */
  async redeemOnly(party: Party, which: 0 | 1): Promise<void> {
    const link = await this.linkOf(party);
    await this.vouchers.redeem(VOUCHERS[which], this.ndaId, party, this.context(), link);
  }

  async confirm(intent: LedgerIntent): Promise<void> {
    await this.service.confirm(this.ndaId, intent.id, this.context());
  }

  async webhook(intent: LedgerIntent): Promise<void> {
    await this.reports.apply(reportOf(intent));
  }

  async lookAt(party: Party): Promise<void> {
    await this.look.run(lookAtPaymentRequest(this.ndaId, party).payload);
  }

  /** Whatever is still under way goes on without faults: jobs, settlements, the provider's own reports. */
  async comeToRest(): Promise<void> {
    this.faults.provider.length = 0;
    this.faults.store.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const intent of this.provider.intents) {
        if (intent.status === 'processing' && round > 3) intent.status = 'succeeded';
        if (round < 3 * 24 && round % 5 === 0) await this.webhook(intent);
      }
      for (const code of VOUCHERS) await this.settle(code);
      for (const party of [1, 2] as const) await tolerant(() => this.lookAt(party));
      this.clock.advance(HOUR_MS);
    }
  }

  /** Codes of the vouchers that this NDA holds. */
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

/** A refusal, a fault that was drawn, or a job that comes again; anything else is a fault of ours. */
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
