import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { ClosedStreamsModule } from '../closed-streams/closed-streams.module.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import { Commands } from '../bus/commands.js';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from '../platform/config/config.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import type { Logger } from '../platform/logging/logger.js';
import { provideClass, provideClassWithParts } from '../platform/wiring/provide-class.js';
import { CLOCK, CONFIG, KEYED_HASH, LOGGER, METRICS, POOL, TRACING } from '../platform/wiring/tokens.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import { knownIntents } from './known-intents.js';
import { PollPaymentJob } from './poll-payment.job.js';
import { OpenIntents } from './open-intents.js';
import { KeptPayments } from './kept-payments.js';
import { PaymentReports } from './payment-reports.js';
import { PaymentService } from './payment-service.js';
import type { PaymentProvider } from './provider.js';
import { providerOf, stripeOf } from './provider-of.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxProvider } from './sandbox/sandbox.provider.js';
import { countEvents } from './stripe/stripe-metrics.js';
import { StripeWebhook } from './stripe/stripe-webhook.js';
import { StripeWebhookController } from './stripe/stripe-webhook.controller.js';
import { COUNT_STRIPE_EVENT, PAYMENT_PROVIDER, STRIPE } from './tokens.js';
import { tracedProvider } from './traced-provider.js';
import { VoucherRedemption } from './voucher-redemption.js';

@Module({
  imports: [ClosedStreamsModule],
  controllers: [SandboxController, StripeWebhookController],
  providers: [
    {
      provide: SandboxProvider,
      inject: [POOL, KEYED_HASH, CLOCK, CONFIG],
      useFactory: (pool: Pool, keyedHash: KeyedHash, clock: Clock, { payments }: Config) =>
        new SandboxProvider(
          pool,
          keyedHash,
          clock,
          (client, job) => enqueueJobs(client, [job]),
          payments === 'sandbox',
        ),
    },
    { provide: STRIPE, inject: [CONFIG], useFactory: stripeOf },
    {
      provide: PAYMENT_PROVIDER,
      inject: [CONFIG, STRIPE, Commands, SandboxProvider, TRACING],
      useFactory: async (
        config: Config,
        stripe: Stripe | undefined,
        commands: Commands,
        sandbox: SandboxProvider,
        tracing: Tracing,
      ): Promise<PaymentProvider> =>
        tracedProvider(await providerOf(config, stripe, knownIntents(commands), sandbox), tracing),
    },
    provideClass(PaymentReports, [Commands, CLOCK, PAYMENT_PROVIDER]),
    provideClassWithParts(KeptPayments, {
      keeper: ReportKeeper,
      provider: PAYMENT_PROVIDER,
      reports: PaymentReports,
      count: COUNT_STRIPE_EVENT,
    }),
    { provide: COUNT_STRIPE_EVENT, inject: [METRICS], useFactory: countEvents },
    {
      provide: StripeWebhook,
      inject: [
        CONFIG,
        STRIPE,
        PAYMENT_PROVIDER,
        PaymentReports,
        KeptPayments,
        CLOCK,
        LOGGER,
        COUNT_STRIPE_EVENT,
      ],
      useFactory: (
        config: Config,
        stripe: Stripe | undefined,
        provider: PaymentProvider,
        reports: PaymentReports,
        kept: KeptPayments,
        clock: Clock,
        logger: Logger,
        count: ReturnType<typeof countEvents>,
      ) =>
        new StripeWebhook({
          stripe,
          secrets: config.stripe?.webhookSecrets ?? [],
          provider,
          reports,
          kept,
          clock,
          logger,
          count,
        }),
    },
    provideClass(OpenIntents, [Commands, PAYMENT_PROVIDER, PaymentReports, CLOCK]),
    provideClassWithParts(PollPaymentJob, {
      commands: Commands,
      provider: PAYMENT_PROVIDER,
      reports: PaymentReports,
      intents: OpenIntents,
      clock: CLOCK,
      logger: LOGGER,
    }),
    provideClass(VoucherRedemption, [Commands, KEYED_HASH, CLOCK, OpenIntents]),
    provideClass(PaymentService, [Commands, PAYMENT_PROVIDER, PaymentReports, VoucherRedemption, CLOCK]),
  ],
  exports: [SandboxProvider, PaymentReports, KeptPayments, PollPaymentJob, VoucherRedemption, PaymentService],
})
export class PaymentsModule {}
