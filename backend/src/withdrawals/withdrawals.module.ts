import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { Commands } from '../bus/commands.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { MailModule } from '../mail/mail.module.js';
import type { OwedMailParts } from '../mail/owed-mail-job.js';
import { OWED_MAIL_PARTS } from '../mail/tokens.js';
import { pause } from '../platform/async/pause.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { POOL, READ_YOUR_WRITES, TAMPERING } from '../platform/wiring/tokens.js';
import { WithdrawalDesk } from './declare-withdrawal.js';
import { ReceiptAdmission } from './receipt-admission.js';
import { SendReceiptJob } from './send-receipt.job.js';
import { FIND_ORDER, type FindOrder, OWN_ORDER, type OwnOrder } from './tokens.js';
import { ReadWithdrawalHandler } from './withdrawal.queries.js';
import { WithdrawalsController } from './withdrawals.controller.js';
import { Withdrawals } from './withdrawals.js';

/**
 * What the page `/withdraw` needs (rule:withdrawal). Needs FIND_ORDER and OWN_ORDER (tokens.ts) from a global module.
 */
@Module({
  imports: [MailModule],
  controllers: [WithdrawalsController],
  providers: [
    ReceiptAdmission,
    {
      provide: WithdrawalDesk,
      inject: [Commands, ReceiptAdmission],
      useFactory: (commands: Commands, admission: ReceiptAdmission) =>
        new WithdrawalDesk(commands, admission, (ms) => pause(ms)),
    },
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
      inject: [Commands, OWED_MAIL_PARTS, OWN_ORDER],
      useFactory: (commands: Commands, parts: OwedMailParts, isOwnOrder: OwnOrder) =>
        new SendReceiptJob({ ...parts, commands, isOwnOrder }),
    },
  ],
  exports: [SendReceiptJob, Withdrawals],
})
export class WithdrawalsModule {}
