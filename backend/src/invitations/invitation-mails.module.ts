import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Commands } from '../bus/commands.js';
import { AcceptedMails } from '../mail/accepted-mails.js';
import { mailSiteOf } from '../mail/mail-site.js';
import type { MailTransport } from '../mail/mail-transport.js';
import { MailModule } from '../mail/mail.module.js';
import { hostOfSender } from '../mail/message-id.js';
import { MAIL_TRANSPORT } from '../mail/tokens.js';
import type { Clock } from '../platform/clock.js';
import type { Config } from '../platform/config/config.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import type { Logger } from '../platform/logging/logger.js';
import { BACKGROUND_POOL, CLOCK, CONFIG, LINK_TOKENS, LOGGER } from '../platform/tokens.js';
import type { LinkTokens } from '../vault/link-tokens.js';
import { QueueOwedMailsJob } from './queue-owed-mails.job.js';
import { SendMailJob } from './send-mail.job.js';

/** What sends the mails that an NDA's events owe. */
@Module({
  imports: [MailModule],
  providers: [
    {
      provide: SendMailJob,
      inject: [Commands, MAIL_TRANSPORT, AcceptedMails, LINK_TOKENS, CLOCK, LOGGER, CONFIG],
      useFactory: (
        commands: Commands,
        mail: MailTransport,
        accepted: AcceptedMails,
        links: LinkTokens,
        clock: Clock,
        logger: Logger,
        config: Config,
      ) =>
        new SendMailJob({
          commands,
          mail,
          accepted,
          links,
          clock,
          logger,
          site: mailSiteOf(config),
          host: hostOfSender(config.mailFrom),
        }),
    },
    {
      provide: QueueOwedMailsJob,
      inject: [Commands, BACKGROUND_POOL, CLOCK],
      useFactory: (commands: Commands, pool: Pool, clock: Clock) =>
        new QueueOwedMailsJob({ commands, enqueue: (jobs) => enqueueJobs(pool, jobs), clock }),
    },
  ],
  exports: [QueueOwedMailsJob, SendMailJob],
})
export class InvitationMailsModule {}
