import type { SignatureMode } from '@siegel/contracts/enums';
import type { NdaState } from '../nda.state.js';
import type { Folds } from './fold.js';

const changed = (
  { changesOfSigning }: NdaState,
  mode: SignatureMode,
  party1PaysForBoth: boolean,
): Partial<NdaState> => ({ mode, party1PaysForBoth, changesOfSigning: changesOfSigning + 1 });

export const signingFolds = {
  Party1Signed: (_, { id, at, open, personal }) => ({
    status: 'party1_signed',
    party1: { at, eventId: id, signatureHash: personal?.signatureHash },
    mode: open.mode,
    party1PaysForBoth: open.party1PaysForBoth,
  }),
  SigningMadeRemote: (state, { open }) => changed(state, 'remote', open.party1PaysForBoth),
  SigningMadeInPerson: (state, { open }) => changed(state, 'in-person', open.party1PaysForBoth),
  Party2Signed: (state, { id, at, open, personal }) => ({
    party2: {
      at,
      eventId: id,
      signatureHash: personal?.signatureHash,
      channel: open.channel,
      tokenHash: open.tokenHash,
    },
    invitation:
      state.invitation && open.channel === 'remote'
        ? { ...state.invitation, status: 'signed' }
        : state.invitation,
  }),
  NdaCompleted: (_, { at }) => ({ status: 'completed', completedAt: at }),
  SignatureDisputed: (state, { open: { party }, at }) => ({
    disputed: state.disputed.some((dispute) => dispute.party === party)
      ? state.disputed
      : [...state.disputed, { party, at }],
  }),
} satisfies Partial<Folds>;
