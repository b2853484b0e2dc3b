import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.js';
import { Commands } from '../bus/commands.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import type { Logger } from '../platform/logging/logger.js';
import { CLOCK, KEYED_HASH, LOGGER, POOL } from '../platform/tokens.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { LookAtPaymentJob } from './look-at-payment.job.js';
import { OpenIntents } from './open-intents.js';
import { PaymentService } from './payment-service.js';
import { PaymentReports } from './payment-reports.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { VoucherRedemption } from './voucher-redemption.js';

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
      inject: [Commands, CLOCK, SandboxProvider],
      useFactory: (commands: Commands, clock: Clock, provider: SandboxProvider) =>
        new PaymentReports(commands, clock, provider),
    },
    {
      provide: OpenIntents,
      inject: [Commands, SandboxProvider, PaymentReports, CLOCK],
      useFactory: (commands: Commands, provider: SandboxProvider, reports: PaymentReports, clock: Clock) =>
        new OpenIntents(commands, provider, reports, clock),
    },
    {
      provide: LookAtPaymentJob,
      inject: [Commands, SandboxProvider, PaymentReports, OpenIntents, CLOCK, LOGGER],
      useFactory: (
        commands: Commands,
        provider: SandboxProvider,
        reports: PaymentReports,
        intents: OpenIntents,
        clock: Clock,
        logger: Logger,
      ) => new LookAtPaymentJob({ commands, provider, reports, intents, clock, logger }),
    },
    {
      provide: VoucherRedemption,
      inject: [Commands, KEYED_HASH, CLOCK, OpenIntents],
      useFactory: (commands: Commands, keyedHash: KeyedHash, clock: Clock, intents: OpenIntents) =>
        new VoucherRedemption(commands, keyedHash, clock, intents),
    },
    {
      provide: PaymentService,
      inject: [Commands, SandboxProvider, PaymentReports, VoucherRedemption, CLOCK],
      useFactory: (
        commands: Commands,
        provider: SandboxProvider,
        reports: PaymentReports,
        vouchers: VoucherRedemption,
        clock: Clock,
      ) => new PaymentService(commands, provider, reports, vouchers, clock),
    },
  ],
  exports: [SandboxProvider, PaymentReports, LookAtPaymentJob, VoucherRedemption, PaymentService],
})
export class PaymentsModule {}
