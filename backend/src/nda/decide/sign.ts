import { CHANGES_OF_SIGNING_MAX } from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { DisputeSignature, SignAsParty1, SignAsParty2 } from '../nda.commands.js';
import type { NdaEvent } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import { isComplete } from '../rules/document.js';
import { requireLinkOpen } from '../rules/link.js';
import { amountDue, isAnythingPaid } from '../rules/price.js';
import {
  party1Signed,
  party2Signed,
  requireParty1Signed,
  requireSameAgreement,
  signingChanged,
} from '../rules/signing.js';
import { timeOf } from '../rules/time.js';
import type { Decide } from './decide.js';

/**
 * Nothing changes once both parties have signed (rule:final-once-both-signed).
 * @throws nda_final, agreement_changed, invalid_signature, already_signed, mode_fixed, change_limit
 * (rule:streams-are-bounded)
 */
export const signAsParty1: Decide<SignAsParty1> = (command, state) => {
  if (isComplete(state)) throw new RuleBroken('nda_final');
  requireSameAgreement(state, command.agreementHash);
  if (state.party1 !== undefined) return changeMode(command, state);
  const { signatureHash } = command;
  if (signatureHash === undefined) throw new RuleBroken('invalid_signature');
  return [party1Signed({ ...command, signatureHash }, state)];
};

/**
 * The first payment or invitation fixes `mode` and `party1PaysForBoth`
 * (rule:mode-is-fixed-by-payment-or-invitation).
 */
function changeMode(command: SignAsParty1, state: NdaState): readonly NdaEvent[] {
  const changed = signingChanged(command, state);
  const isSame =
    (changed.type === 'SigningMadeRemote') === (state.mode === 'remote') &&
    changed.open.party1PaysForBoth === state.party1PaysForBoth;
  if (isSame) throw new RuleBroken('already_signed');
  if (isAnythingPaid(state) || state.invitations > 0) throw new RuleBroken('mode_fixed');
  if (state.changesOfSigning >= CHANGES_OF_SIGNING_MAX) throw new RuleBroken('change_limit');
  return [changed];
}

/**
 * Appends Party 2's signature and the completion of the NDA together. In remote mode Party 2 signs only
 * through the link (rule:remote-signs-by-link).
 * @throws party1_must_sign_first, nda_final, remote_only, invalid_link, link_used, link_cancelled,
 * link_replaced, link_expired, payment_required, agreement_changed
 */
export const signAsParty2: Decide<SignAsParty2> = (command, state, context) => {
  requireParty1Signed(state);
  requireChannel(command, state, timeOf(state, context));
  requireSameAgreement(state, command.agreementHash);
  const { agreementCommitment } = state;
  return [party2Signed(command, state), { type: 'NdaCompleted', open: { agreementCommitment } }];
};

function requireChannel({ channel }: SignAsParty2, state: NdaState, at: string): void {
  if (channel.kind === 'in-person') {
    if (isComplete(state)) throw new RuleBroken('nda_final');
    if (state.mode === 'remote') throw new RuleBroken('remote_only');
    return;
  }
  requireLinkOpen(state, channel.tokenHash, at);
  if (amountDue(state, 2) > 0) throw new RuleBroken('payment_required');
}

/**
 * Records that a party denies having signed ('I did not sign this', rule:signature-can-be-disputed).
 * @throws party1_must_sign_first, not_completed: there is no such signature
 */
export const disputeSignature: Decide<DisputeSignature> = ({ party }, state) => {
  requireParty1Signed(state);
  if (party === 2 && state.party2 === undefined) throw new RuleBroken('not_completed');
  return state.disputed.some((dispute) => dispute.party === party)
    ? []
    : [{ type: 'SignatureDisputed', open: { party } }];
};
