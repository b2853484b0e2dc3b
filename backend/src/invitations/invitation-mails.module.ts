import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Commands } from '../bus/commands.js';
import { MailModule } from '../mail/mail.module.js';
import type { OwedMailParts } from '../mail/owed-mail-job.js';
import { OWED_MAIL_PARTS } from '../mail/tokens.js';
import type { Clock } from '../platform/time/clock.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import { BACKGROUND_POOL, CLOCK, LINK_TOKENS, POOL } from '../platform/wiring/tokens.js';
import type { LinkTokens } from '../vault/link-tokens.js';
import { OwedMailRequests } from './owed-mail-requests.js';
import { QueueOwedMailsJob } from './queue-owed-mails.job.js';
import { SendMailJob } from './send-mail.job.js';

/** Sends the mails that an NDA's events owe. */
@Module({
  imports: [MailModule],
  providers: [
    {
      provide: SendMailJob,
      inject: [Commands, OWED_MAIL_PARTS, LINK_TOKENS],
      useFactory: (commands: Commands, parts: OwedMailParts, links: LinkTokens) =>
        new SendMailJob({ ...parts, commands, links }),
    },
    {
      provide: QueueOwedMailsJob,
      inject: [Commands, BACKGROUND_POOL, CLOCK],
      useFactory: (commands: Commands, pool: Pool, clock: Clock) =>
        new QueueOwedMailsJob({ commands, enqueue: (jobs) => enqueueJobs(pool, jobs), clock }),
    },
    {
      provide: OwedMailRequests,
      inject: [Commands, POOL, CLOCK],
      useFactory: (commands: Commands, pool: Pool, clock: Clock) =>
        new OwedMailRequests({ commands, enqueue: (jobs) => enqueueJobs(pool, jobs), clock }),
    },
  ],
  exports: [OwedMailRequests, QueueOwedMailsJob, SendMailJob],
})
export class InvitationMailsModule {}
