import { DAY_MS } from '@siegel/contracts/limits';
import { openTestInfrastructure, type TestInfrastructure } from './test-infrastructure.js';
import { ndaDecider } from '#src/nda/nda.decider';
import type { NdaState } from '#src/nda/nda.state';
import { oneOfEachCommand } from '#src/nda/testing/commands';
import type { CommandRunner } from '#src/eventsourcing/commands/command-runner';
import type { JobRequest } from '#src/platform/jobs/job';
import { voucherDecider } from '#src/voucher/voucher.decider';
import type { VoucherState } from '#src/voucher/voucher.state';
import { OpenIntents } from '#src/payments/open-intents';
import { PaymentService } from '#src/payments/payment-service';
import { PaymentReports } from '#src/payments/payment-reports';
import type { PaymentProvider } from '#src/payments/provider';
import { SandboxProvider } from '#src/payments/sandbox/sandbox.provider';
import { VoucherRedemption } from '#src/payments/voucher-redemption';

export const CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', authenticated: false };

/** The payment services, wired as in the backend. A test may replace parts with failing ones. */
export interface PaymentServices {
  readonly service: PaymentService;
  readonly vouchers: VoucherRedemption;
  readonly intents: OpenIntents;
  readonly reports: PaymentReports;
}

export interface PaymentBench extends PaymentServices, TestInfrastructure {
  readonly sandbox: SandboxProvider;
  /** Jobs for the reports that the payment sandbox has not made yet. */
  readonly jobs: JobRequest[];
  with(parts: { commands?: CommandRunner; provider?: PaymentProvider }): PaymentServices;
  /** Makes an NDA that Party 1 has signed. Party 1 still owes 1.99 EUR for the NDA. @returns its id */
  signedNda(): Promise<string>;
  voucher(code: string): Promise<string>;
  voucherState(voucherId: string): Promise<VoucherState>;
  state(ndaId: string): Promise<NdaState>;
}

export async function createPaymentBench(): Promise<PaymentBench> {
  const bench = await openTestInfrastructure();
  const { infrastructure, clock } = bench;
  const jobs: JobRequest[] = [];
  const sandbox = new SandboxProvider(
    infrastructure.pool,
    infrastructure.keyedHash,
    clock,
    async (_, job) => void jobs.push(job),
  );
  const assemble = ({
    commands = infrastructure.commands,
    provider = sandbox,
  }: Parameters<PaymentBench['with']>[0]): PaymentServices => {
    const reports = new PaymentReports(commands, clock, provider);
    const intents = new OpenIntents(commands, provider, reports, clock);
    const vouchers = new VoucherRedemption(commands, infrastructure.keyedHash, clock, intents);
    const service = new PaymentService(commands, provider, reports, vouchers, clock);
    return { reports, intents, vouchers, service };
  };
  return {
    ...bench,
    ...assemble({}),
    sandbox,
    jobs,
    with: assemble,
    signedNda: () => bench.nda(oneOfEachCommand.SignAsParty1),
    voucher: async (code) => {
      const voucherId = infrastructure.keyedHash.of('voucher', code);
      const expiresAt = new Date(clock.now().getTime() + DAY_MS).toISOString();
      const command = {
        type: 'IssueVoucher',
        voucherId,
        code,
        category: '10-day-code',
        recipientName: null,
        expiresAt,
      } as const;
      await infrastructure.commands.run(
        voucherDecider,
        voucherId,
        command,
        bench.context({ actor: 'admin' }),
      );
      return voucherId;
    },
    voucherState: async (voucherId) => (await infrastructure.commands.state(voucherDecider, voucherId)).state,
    state: async (ndaId) => (await infrastructure.commands.state(ndaDecider, ndaId)).state,
  };
}
