import { isSameAddress } from '@siegel/contracts/email-address';
import { ADDRESSES_MAX } from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { CorrectParty1Address, CorrectParty2Address } from '../invitation.commands.js';
import type { NdaEvent, NdaPersonal } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import { isCompleteAndPaid } from '../rules/document.js';
import { invitationHasExpired, isAwaitingSignature } from '../rules/invitation.js';
import { mailboxHasDeclined } from '../rules/reminder.js';
import { timeOf } from '../rules/time.js';
import type { Decide } from './decide.js';

// Each party's address may be corrected twice (rule:three-invitations-three-addresses), and only until the
// document is due, because the document goes to that address. Nothing is recorded if the new address differs
// from the old one only in ways that every mail server ignores.

/**
 * The command is refused after Party 2 signed through a link, because that link went to the current address.
 * If an invitation is open, it continues at the new address with a new token, and still ends on the same day
 * (rule:corrected-address-keeps-the-expiry). If the mailbox of the new address declined reminders before, the
 * decline is recorded for the new address too.
 * @throws nda_final, nda_erased, invitation_expired, address_limit
 */
export const correctParty2Address: Decide<CorrectParty2Address> = (
  { party2Email, tokenHash, linkId },
  state,
  context,
) => {
  if (state.party2?.channel === 'remote') throw new RuleBroken('nda_final');
  const { party2Email: previousEmail } = requireCorrectable(state);
  if (invitationHasExpired(state, timeOf(state, context))) throw new RuleBroken('invitation_expired');
  if (isSameAddress(party2Email, previousEmail)) return [];
  if (state.addresses >= ADDRESSES_MAX) throw new RuleBroken('address_limit');
  const address = state.addresses + 1;
  const open = isAwaitingSignature(state) ? { address, tokenHash, linkId } : { address, tokenHash: null };
  const declined: readonly NdaEvent[] = mailboxHasDeclined(state, party2Email)
    ? [{ type: 'RemindersDeclined', open: { address } }]
    : [];
  return [{ type: 'Party2AddressCorrected', open, personal: { party2Email, previousEmail } }, ...declined];
};

/** @throws nda_final, nda_erased, address_limit */
export const correctParty1Address: Decide<CorrectParty1Address> = ({ party1Email }, state) => {
  const { party1Email: previousEmail } = requireCorrectable(state);
  if (isSameAddress(party1Email, previousEmail)) return [];
  if (state.party1Addresses >= ADDRESSES_MAX) throw new RuleBroken('address_limit');
  const open = { address: state.party1Addresses + 1 };
  return [{ type: 'Party1AddressCorrected', open, personal: { party1Email, previousEmail } }];
};

/** Returns the parties' data. @throws RuleBroken nda_final: the document is due; nda_erased */
function requireCorrectable(state: NdaState): NdaPersonal {
  if (isCompleteAndPaid(state)) throw new RuleBroken('nda_final');
  if (state.personal === undefined) throw new RuleBroken('nda_erased');
  return state.personal;
}
