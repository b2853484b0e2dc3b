import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { CreateNda, DiscardNda } from '../nda.commands.js';
import { agreementCommitment } from '@siegel/contracts/agreement/commitment';
import { isRepeated } from '../rules/creation.js';
import { requireUnsigned } from '../rules/draft.js';
import type { Decide } from './decide.js';

/**
 * If the same creator repeats the creation of the same agreement, nothing is appended. An id that belongs to
 * another creator's NDA is refused like an unknown id.
 * @throws nda_erased, not_found
 */
export const createNda: Decide<CreateNda> = (command, state) => {
  if (state.erasedAt !== null) throw new RuleBroken('nda_erased');
  if (state.status !== 'none') {
    if (isRepeated(state, command)) return [];
    throw new RuleBroken('not_found');
  }
  const { terms, personal, agreementHash, agreementSalt } = command;
  const { templateVersion, issueDate, creatorKeyHash, replaces, chain } = command;
  const agreement = { agreementHash, agreementSalt };
  return [
    {
      type: 'NdaCreated',
      open: {
        ...terms,
        templateVersion,
        agreementCommitment: agreementCommitment(agreement),
        issueDate,
        creatorKeyHash,
        replaces,
        chain,
      },
      personal: { ...personal, ...agreement },
    },
  ];
};

/** Only an unsigned draft can be discarded (rule:signed-drafts-stay). @throws already_signed */
export const discardNda: Decide<DiscardNda> = ({ replacedBy, reason }, state) => {
  if (state.discarded) return [];
  requireUnsigned(state);
  return [{ type: 'NdaDiscarded', open: { replacedBy, reason } }];
};
