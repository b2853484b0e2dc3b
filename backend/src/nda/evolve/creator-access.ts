import type { NdaState } from '../nda.state.js';
import { adding, type Folds, type RecordedNda } from './fold.js';

function requested(
  state: NdaState,
  { open: { number, linkId, expiresAt }, at }: RecordedNda<'ContinueLinkRequested'>,
): Partial<NdaState> {
  const link = { number, linkId, requestedAt: at, expiresAt, standing: 'open' } as const;
  return { continueLinks: [...state.continueLinks, link] };
}

function granted(state: NdaState, { open }: RecordedNda<'CreatorAccessGranted'>): Partial<NdaState> {
  return {
    creatorKeyHashes: adding(state.creatorKeyHashes, open.creatorKeyHash),
    continueLinks: state.continueLinks.map((link) =>
      link.number === open.link ? { ...link, standing: 'used' } : link,
    ),
  };
}

/** Voids the open links, so that they give no browser access any more. */
export const withoutOpenLinks = ({ continueLinks }: NdaState): Pick<NdaState, 'continueLinks'> => ({
  continueLinks: continueLinks.map((link) =>
    link.standing === 'open' ? { ...link, standing: 'void' } : link,
  ),
});

const ended = (state: NdaState, { open }: RecordedNda<'CreatorAccessEnded'>): Partial<NdaState> => ({
  creatorKeyHashes: [open.kept],
  ...withoutOpenLinks(state),
});

/** The folds that record which browsers have access to an NDA. */
export const creatorAccessFolds = {
  ContinueLinkRequested: requested,
  CreatorAccessGranted: granted,
  CreatorAccessEnded: ended,
} satisfies Partial<Folds>;
