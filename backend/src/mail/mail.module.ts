import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.js';
import type { Config } from '../platform/config/config.js';
import { BACKGROUND_POOL, CLOCK, CONFIG, VAULT } from '../platform/tokens.js';
import type { Vault } from '../vault/vault.js';
import { AcceptedMails } from './accepted-mails.js';
import type { MailTransport } from './mail-transport.js';
import { Mailbox } from './mailbox.js';
import { MailboxController } from './mailbox.controller.js';
import { SmtpTransport } from './smtp.transport.js';
import { MAIL_TRANSPORT, MAILBOX } from './tokens.js';

@Module({
  controllers: [MailboxController],
  providers: [
    {
      provide: Mailbox,
      inject: [BACKGROUND_POOL, VAULT, CLOCK],
      useFactory: (pool: Pool, vault: Vault, clock: Clock) => new Mailbox(pool, vault, clock),
    },
    { provide: MAILBOX, useExisting: Mailbox },
    {
      provide: AcceptedMails,
      inject: [BACKGROUND_POOL, CLOCK],
      useFactory: (pool: Pool, clock: Clock) => new AcceptedMails(pool, clock),
    },
    {
      provide: MAIL_TRANSPORT,
      inject: [CONFIG, Mailbox],
      useFactory: (config: Config, mailbox: Mailbox): MailTransport =>
        config.smtpUrl === undefined
          ? mailbox
          : new SmtpTransport({ url: config.smtpUrl, from: config.mailFrom }),
    },
  ],
  exports: [AcceptedMails, MAIL_TRANSPORT, MAILBOX],
})
export class MailModule {}
