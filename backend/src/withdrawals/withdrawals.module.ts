import { Module } from '@nestjs/common';
import { Commands } from '../bus/commands.js';
import { ClosedStreamsModule } from '../closed-streams/closed-streams.module.js';
import { EndedObligations } from '../closed-streams/ended-obligations.js';
import { MailModule } from '../mail/mail.module.js';
import type { OwedMailParts } from '../mail/owed-mail-job.js';
import { OWED_MAIL_PARTS } from '../mail/tokens.js';
import { pause } from '../platform/async/pause.js';
import { provideClassWithParts } from '../platform/wiring/provide-class.js';
import { POOL, READ_YOUR_WRITES, TAMPERING } from '../platform/wiring/tokens.js';
import { WithdrawalDesk } from './declare-withdrawal.js';
import { ReceiptAdmission } from './receipt-admission.js';
import { SendReceiptJob } from './send-receipt.job.js';
import { FIND_ORDER, OWN_ORDER, type OwnOrder } from './tokens.js';
import { ReadWithdrawalHandler } from './withdrawal.queries.js';
import { WithdrawalsController } from './withdrawals.controller.js';
import { Withdrawals } from './withdrawals.js';

/**
 * The backend of the page `/withdraw` (rule:withdrawal). It needs a global module that provides FIND_ORDER
 * and OWN_ORDER (tokens.ts).
 */
@Module({
  imports: [MailModule, ClosedStreamsModule],
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
    provideClassWithParts(Withdrawals, {
      pool: POOL,
      commands: Commands,
      readYourWrites: READ_YOUR_WRITES,
      findOrder: FIND_ORDER,
      tampering: TAMPERING,
      ended: EndedObligations,
    }),
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
