import type { NdaState } from '../nda.state.js';
import { invitationHasExpired, isAwaitingSignature, isComplete, isFullyPaid } from '../nda.rules.js';
import { RuleBroken } from '../../platform/rule-broken.js';
import { type CommandContext, notBefore } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';
import type { InvitationState } from '../nda.state.js';

/** One command's rules: what it appends, nothing when there is nothing to say. @throws RuleBroken */
export type Decide<Command> = (
  command: Command,
  state: NdaState,
  context: CommandContext,
) => readonly NdaEvent[];

/** The time of the decision. */
export const timeOf = (state: NdaState, context: CommandContext): string =>
  notBefore(context.at, state.lastAt);

/** Always, whatever a screen shows (rule:party-1-signs-first). @throws party1_must_sign_first */
export function requireParty1Signed(state: NdaState): void {
  if (state.party1 === undefined) throw new RuleBroken('party1_must_sign_first');
}

/** What is signed is what was seen (rule:signed-is-what-was-seen). @throws agreement_changed */
export function requireSameAgreement(state: NdaState, seen: string | undefined): void {
  if (seen !== undefined && seen !== state.agreementHash) throw new RuleBroken('agreement_changed');
}

/** @throws invitation_expired, not_invited: also when it was cancelled or used */
export function requireOpenInvitation(state: NdaState, at: string): InvitationState {
  if (invitationHasExpired(state, at)) throw new RuleBroken('invitation_expired');
  if (state.invitation === undefined || !isAwaitingSignature(state)) throw new RuleBroken('not_invited');
  return state.invitation;
}

/** @throws not_completed (looked at first), payment_required */
export function requireCompleteAndPaid(state: NdaState): void {
  if (!isComplete(state)) throw new RuleBroken('not_completed');
  if (!isFullyPaid(state)) throw new RuleBroken('payment_required');
}
