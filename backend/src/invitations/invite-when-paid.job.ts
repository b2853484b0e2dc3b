import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { bearerTokenHash } from '../http/callers/bearer-token.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { InviteParty2 } from '../nda/invitation.commands.js';
import { invitationIsOwed } from '../nda/rules/invitation.js';
import type { Clock } from '../platform/time/clock.js';
import { derivedId } from '../platform/crypto/ids.js';
import { CauseMissing, type JobHandler, type JobRequest } from '../platform/jobs/job.js';
import { uuidIn } from '../platform/jobs/payload.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { type LinkTokens, newLinkId } from '../vault/link-tokens.js';
import { INVITE_TASK, mayCoverPrice } from './invite-when-paid.js';

export interface InvitingParts {
  readonly commands: Pick<Commands, 'run' | 'state'>;
  readonly linkTokens: Pick<LinkTokens, 'make'>;
  readonly clock: Clock;
}

/**
 * Issues the first invitation of an NDA that is paid and not invited yet (rule:invitation-needs-payment). The
 * command's id is derived from the NDA. So the command takes effect once, no matter how often the job runs.
 */
export class InviteWhenPaidJob implements JobHandler {
  readonly task = INVITE_TASK;
  /**
   * Number of jobs that run at once. Several jobs may run, because a user waits for each invitation in front
   * of a screen.
   */
  readonly slots = 4;

  constructor(private readonly parts: InvitingParts) {}

  /** @throws CauseMissing */
  async run(payload: JobRequest['payload']): Promise<void> {
    const { commands, clock } = this.parts;
    const ndaId = uuidIn(payload, 'ndaId');
    const { state, events } = await commands.state(ndaDecider, ndaId);
    const payment = events.findLast(mayCoverPrice);
    if (payment === undefined) throw new CauseMissing();
    if (!invitationIsOwed(state)) return;
    const { id: causedBy, correlationId } = payment;
    const context = systemContext(clock, derivedId('invite-when-paid', ndaId), { causedBy, correlationId });
    try {
      await commands.run(ndaDecider, ndaId, this.invitation(ndaId), context);
    } catch (error) {
      // A `RuleBroken` means that the NDA was signed, invited or erased after the state was read. The
      // invitation is then no longer owed.
      if (!(error instanceof RuleBroken)) throw error;
    }
  }

  private invitation(ndaId: string): InviteParty2 {
    const linkId = newLinkId();
    const tokenHash = bearerTokenHash(
      this.parts.linkTokens.make({ purpose: 'invitation', ndaId, about: linkId }),
    );
    if (tokenHash === undefined) throw new Error('the token of an invitation has not its form');
    return { type: 'InviteParty2', linkId, tokenHash, trigger: 'payment' };
  }
}
