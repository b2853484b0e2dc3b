import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.js';
import type { CommandRunner } from '../platform/journal/command-runner.js';
import { enqueueJobs } from '../platform/reactions/enqueue.js';
import { CLOCK, COMMAND_RUNNER, KEYED_HASH, POOL } from '../platform/tokens.js';
import type { KeyedHash } from '../platform/vault/vault.js';
import { OpenIntents } from './open-intents.js';
import { PaymentDesk } from './payment-desk.js';
import { PaymentReports } from './payment-reports.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { VoucherDesk } from './voucher-desk.js';

@Module({
  controllers: [SandboxController],
  providers: [
    {
      provide: SandboxProvider,
      inject: [POOL, KEYED_HASH, CLOCK],
      useFactory: (pool: Pool, keyedHash: KeyedHash, clock: Clock) =>
        new SandboxProvider(pool, keyedHash, clock, (client, job) => enqueueJobs(client, [job])),
    },
    {
      provide: PaymentReports,
      inject: [COMMAND_RUNNER, CLOCK],
      useFactory: (commands: CommandRunner, clock: Clock) => new PaymentReports(commands, clock, 'sandbox'),
    },
    {
      provide: OpenIntents,
      inject: [COMMAND_RUNNER, SandboxProvider, PaymentReports],
      useFactory: (commands: CommandRunner, provider: SandboxProvider, reports: PaymentReports) =>
        new OpenIntents(commands, provider, reports),
    },
    {
      provide: VoucherDesk,
      inject: [COMMAND_RUNNER, KEYED_HASH, CLOCK, OpenIntents],
      useFactory: (commands: CommandRunner, keyedHash: KeyedHash, clock: Clock, intents: OpenIntents) =>
        new VoucherDesk(commands, keyedHash, clock, intents),
    },
    {
      provide: PaymentDesk,
      inject: [COMMAND_RUNNER, SandboxProvider, PaymentReports, VoucherDesk],
      useFactory: (commands: CommandRunner, provider: SandboxProvider, reports: PaymentReports, vouchers: VoucherDesk) =>
        new PaymentDesk(commands, provider, reports, vouchers),
    },
  ],
  exports: [SandboxProvider, PaymentReports, VoucherDesk, PaymentDesk],
})
export class PaymentsModule {}
