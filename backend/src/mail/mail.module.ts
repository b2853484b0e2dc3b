import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { ClosedStreamsModule } from '../closed-streams/closed-streams.module.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import { Commands } from '../bus/commands.js';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from '../platform/config/config.js';
import { ecPublicKey } from '../platform/crypto/ec-public-key.js';
import type { Logger } from '../platform/logging/logger.js';
import { provideClass } from '../platform/wiring/provide-class.js';
import {
  BACKGROUND_POOL,
  CLOCK,
  CONFIG,
  KEYED_HASH,
  LOGGER,
  METRICS,
  POOL,
  TRACING,
  VAULT,
} from '../platform/wiring/tokens.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import { AcceptedMails } from './accepted-mails.js';
import { mailSiteOf } from './mail-site.js';
import type { MailTransport } from './mail-transport.js';
import { Mailbox } from './mailbox.js';
import { MailboxController } from './mailbox.controller.js';
import { hostOfSender } from './message-id.js';
import { meteredTransport } from './metered-transport.js';
import type { OwedMailParts } from './owed-mail-job.js';
import { HandledReports } from './sendgrid/handled-reports.js';
import { KeptMailReports } from './sendgrid/kept-mail-reports.js';
import { RecordMailReports } from './sendgrid/record-mail-reports.js';
import { SendGridWebhookController } from './sendgrid/sendgrid-webhook.controller.js';
import { SendGridWebhook } from './sendgrid/sendgrid-webhook.js';
import { SmtpTransport } from './smtp.transport.js';
import { MAIL_TRANSPORT, MAILBOX, OWED_MAIL_PARTS } from './tokens.js';
import { tracedTransport } from './traced-transport.js';

async function transportOf(config: Config, clock: Clock, mailbox: Mailbox): Promise<MailTransport> {
  const { mailRoute: route, mailFrom: from } = config;
  switch (route.way) {
    case 'smtp':
      return new SmtpTransport({ url: route.url, from });
    case 'sendgrid': {
      // This transport is imported only when it is needed, because the SendGrid library and its HTTP client
      // take 20 MB.
      const { SendGridTransport } = await import('./sendgrid/sendgrid.transport.js');
      return new SendGridTransport({ ...route, from, clock });
    }
    case 'mailbox':
      return mailbox;
  }
}

@Module({
  imports: [ClosedStreamsModule],
  controllers: [MailboxController, SendGridWebhookController],
  providers: [
    provideClass(Mailbox, [BACKGROUND_POOL, VAULT, CLOCK]),
    { provide: MAILBOX, useExisting: Mailbox },
    provideClass(AcceptedMails, [BACKGROUND_POOL, CLOCK, KEYED_HASH]),
    {
      provide: MAIL_TRANSPORT,
      inject: [CONFIG, CLOCK, Mailbox, METRICS, TRACING],
      useFactory: async (
        config: Config,
        clock: Clock,
        mailbox: Mailbox,
        metrics: Registry,
        tracing: Tracing,
      ) => {
        const transport = await transportOf(config, clock, mailbox);
        return meteredTransport(tracedTransport(transport, config.mailRoute.way, tracing), metrics);
      },
    },
    {
      provide: OWED_MAIL_PARTS,
      inject: [MAIL_TRANSPORT, AcceptedMails, CLOCK, LOGGER, CONFIG],
      useFactory: (
        mail: MailTransport,
        accepted: AcceptedMails,
        clock: Clock,
        logger: Logger,
        config: Config,
      ): OwedMailParts => ({
        mail,
        accepted,
        clock,
        logger,
        site: mailSiteOf(config),
        host: hostOfSender(config.mailFrom),
      }),
    },
    {
      provide: KeptMailReports,
      inject: [Commands, CLOCK, ReportKeeper],
      useFactory: (commands: Commands, clock: Clock, keeper: ReportKeeper) =>
        new KeptMailReports(new RecordMailReports(commands, clock), keeper),
    },
    {
      provide: SendGridWebhook,
      inject: [CONFIG, KeptMailReports, POOL, CLOCK, LOGGER],
      useFactory: (config: Config, reports: KeptMailReports, pool: Pool, clock: Clock, logger: Logger) =>
        new SendGridWebhook({
          key: config.sendGridWebhookKey === undefined ? undefined : ecPublicKey(config.sendGridWebhookKey),
          reports,
          handled: new HandledReports(pool, clock),
          clock,
          logger,
        }),
    },
  ],
  exports: [MAIL_TRANSPORT, MAILBOX, OWED_MAIL_PARTS, KeptMailReports],
})
export class MailModule {}
