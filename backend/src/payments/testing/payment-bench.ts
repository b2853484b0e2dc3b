import { layTestGround, type TestGround } from '../../journeys/testing/test-ground.js';
import { ndaModel } from '../../nda/nda.model.js';
import type { NdaState } from '../../nda/nda.state.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import type { CommandRunner } from '../../platform/journal/command-runner.js';
import type { JobRequest } from '../../platform/reactions/reaction.js';
import { voucherModel } from '../../voucher/voucher.model.js';
import type { VoucherState } from '../../voucher/voucher.state.js';
import { OpenIntents } from '../open-intents.js';
import { PaymentDesk } from '../payment-desk.js';
import { PaymentReports } from '../payment-reports.js';
import type { PaymentProvider } from '../provider.js';
import { SandboxProvider } from '../sandbox/sandbox.provider.js';
import { VoucherDesk } from '../voucher-desk.js';

export const CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', authenticated: false };

/** The desks as the service puts them together; parts of them may be replaced by ones that fail. */
export interface Desks {
  readonly desk: PaymentDesk;
  readonly vouchers: VoucherDesk;
  readonly intents: OpenIntents;
  readonly reports: PaymentReports;
}

export interface PaymentBench extends Desks, TestGround {
  readonly sandbox: SandboxProvider;
  /** What the sandbox wants to report. */
  readonly jobs: JobRequest[];
  with(parts: { commands?: CommandRunner; provider?: PaymentProvider }): Desks;
  /** Signed by Party 1, who owes 1.99 EUR. */
  signedNda(): Promise<string>;
  voucher(code: string): Promise<string>;
  voucherState(voucherId: string): Promise<VoucherState>;
  state(ndaId: string): Promise<NdaState>;
}

export async function createPaymentBench(): Promise<PaymentBench> {
  const bench = await layTestGround();
  const { ground, clock } = bench;
  const jobs: JobRequest[] = [];
  const sandbox = new SandboxProvider(ground.pool, ground.keyedHash, clock, async (_, job) => void jobs.push(job));
  const assemble = ({ commands = ground.commands, provider = sandbox }: Parameters<PaymentBench['with']>[0]): Desks => {
    const reports = new PaymentReports(commands, clock, 'sandbox');
    const intents = new OpenIntents(commands, provider, reports);
    const vouchers = new VoucherDesk(commands, ground.keyedHash, clock, intents);
    return { reports, intents, vouchers, desk: new PaymentDesk(commands, provider, reports, vouchers) };
  };
  return {
    ...bench,
    ...assemble({}),
    sandbox,
    jobs,
    with: assemble,
    signedNda: () => bench.nda(oneOfEachCommand.SignAsParty1),
    voucher: async (code) => {
      const voucherId = ground.keyedHash.of('voucher', code);
      const expiresAt = new Date(clock.now().getTime() + 86_400_000).toISOString();
      const command = { type: 'IssueVoucher', voucherId, code, category: '10-day-code', recipientName: null, expiresAt } as const;
      await ground.commands.run(voucherModel, voucherId, command, bench.context({ actor: 'admin' }));
      return voucherId;
    },
    voucherState: async (voucherId) => (await ground.commands.state(voucherModel, voucherId)).state,
    state: async (ndaId) => (await ground.commands.state(ndaModel, ndaId)).state,
  };
}
