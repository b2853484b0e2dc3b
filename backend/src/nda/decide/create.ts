import { RuleBroken } from '../../platform/rule-broken.js';
import type { CreateNda, DiscardNda, GrantCreatorAccess } from '../nda.commands.js';
import type { Decide } from './require.js';

/**
 * The same creation again (same creator, same agreement) stays quiet. An id that is somebody else's looks
 * like an unknown one.
 * @throws nda_erased, not_found
 */
export const createNda: Decide<CreateNda> = (command, state) => {
  if (state.erasedAt !== null) throw new RuleBroken('nda_erased');
  if (state.status !== 'none') {
    const same =
      state.creatorKeyHashes[0] === command.creatorKeyHash && state.agreementHash === command.agreementHash;
    if (same) return [];
    throw new RuleBroken('not_found');
  }
  const { terms, personal, templateVersion, agreementHash, issueDate, creatorKeyHash, replaces, chain } =
    command;
  return [
    {
      type: 'NdaCreated',
      open: { ...terms, templateVersion, agreementHash, issueDate, creatorKeyHash, replaces, chain },
      personal,
    },
  ];
};

/** Only an unsigned draft goes this way (rule:signed-drafts-stay). @throws already_signed */
export const discardNda: Decide<DiscardNda> = ({ replacedBy, reason }, state) => {
  if (state.discarded) return [];
  if (state.party1 !== undefined) throw new RuleBroken('already_signed');
  return [{ type: 'NdaDiscarded', open: { replacedBy, reason } }];
};

export const grantCreatorAccess: Decide<GrantCreatorAccess> = ({ creatorKeyHash }, state) =>
  state.creatorKeyHashes.includes(creatorKeyHash)
    ? []
    : [{ type: 'CreatorAccessGranted', open: { creatorKeyHash } }];
