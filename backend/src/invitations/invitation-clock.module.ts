import { Module } from '@nestjs/common';
import { Commands } from '../bus/commands.js';
import type { Clock } from '../platform/time/clock.js';
import { CLOCK, LINK_TOKENS } from '../platform/wiring/tokens.js';
import type { LinkTokens } from '../vault/link-tokens.js';
import { InviteWhenPaidJob } from './invite-when-paid.job.js';

/** What is done for invitations without anybody asking. */
@Module({
  providers: [
    {
      provide: InviteWhenPaidJob,
      inject: [Commands, LINK_TOKENS, CLOCK],
      useFactory: (commands: Commands, linkTokens: LinkTokens, clock: Clock) =>
        new InviteWhenPaidJob({ commands, linkTokens, clock }),
    },
  ],
  exports: [InviteWhenPaidJob],
})
export class InvitationClockModule {}
