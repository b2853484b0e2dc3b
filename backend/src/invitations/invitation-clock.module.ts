import { Module } from '@nestjs/common';
import { Commands } from '../bus/commands.js';
import { provideClassWithParts } from '../platform/wiring/provide-class.js';
import { CLOCK, LINK_TOKENS } from '../platform/wiring/tokens.js';
import { InviteWhenPaidJob } from './invite-when-paid.job.js';

/** Work on invitations that runs without a user's request. */
@Module({
  providers: [
    provideClassWithParts(InviteWhenPaidJob, { commands: Commands, linkTokens: LINK_TOKENS, clock: CLOCK }),
  ],
  exports: [InviteWhenPaidJob],
})
export class InvitationClockModule {}
