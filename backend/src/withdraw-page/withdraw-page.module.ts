import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Commands } from '../bus/commands.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { AcceptedMails } from '../mail/accepted-mails.js';
import { mailSiteOf } from '../mail/mail-site.js';
import type { MailTransport } from '../mail/mail-transport.js';
import { MailModule } from '../mail/mail.module.js';
import { hostOfSender } from '../mail/message-id.js';
import { MAIL_TRANSPORT } from '../mail/tokens.js';
import type { Clock } from '../platform/clock.js';
import type { Config } from '../platform/config/config.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { CLOCK, CONFIG, LOGGER, POOL, READ_YOUR_WRITES, TAMPERING } from '../platform/tokens.js';
import { WithdrawalDesk } from './declare-withdrawal.js';
import { SendReceiptJob } from './send-receipt.job.js';
import { FIND_ORDER, type FindOrder } from './tokens.js';
import { ReadWithdrawalHandler } from './withdrawal.queries.js';
import { WithdrawalsController } from './withdrawals.controller.js';
import { Withdrawals } from './withdrawals.js';

/** What the page `/withdraw` needs (rule:withdrawal). Needs FIND_ORDER (tokens.ts) from a global module. */
@Module({
  imports: [MailModule],
  controllers: [WithdrawalsController],
  providers: [
    WithdrawalDesk,
    ReadWithdrawalHandler,
    {
      provide: Withdrawals,
      inject: [POOL, Commands, READ_YOUR_WRITES, FIND_ORDER, TAMPERING],
      useFactory: (
        pool: Pool,
        commands: Commands,
        readYourWrites: ReadYourWrites,
        findOrder: FindOrder,
        tampering: Tampering,
      ) => new Withdrawals({ pool, commands, readYourWrites, findOrder, tampering }),
    },
    {
      provide: SendReceiptJob,
      inject: [Commands, MAIL_TRANSPORT, AcceptedMails, CLOCK, LOGGER, CONFIG],
      useFactory: (
        commands: Commands,
        mail: MailTransport,
        accepted: AcceptedMails,
        clock: Clock,
        logger: Logger,
        config: Config,
      ) =>
        new SendReceiptJob({
          commands,
          mail,
          accepted,
          clock,
          logger,
          site: mailSiteOf(config),
          host: hostOfSender(config.mailFrom),
        }),
    },
  ],
  exports: [SendReceiptJob, Withdrawals],
})
export class WithdrawPageModule {}
