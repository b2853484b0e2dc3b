import type { NdaEvent } from '../nda.events.js';
import { NDA_ID, stateAfter } from '../testing/given.js';
import { created, discarded, party1Signed } from '../testing/samples.js';
import { draftToReplace, isUnsigned, requireUnsigned } from './draft.js';

const replacedBy = (successor: string): NdaEvent => ({
  type: 'NdaDiscarded',
  open: { replacedBy: successor, reason: 'replaced' },
});

describe('a draft', () => {
  it('is what nobody has signed', () => {
    expect(isUnsigned(stateAfter(created))).toBe(true);
    expect(isUnsigned(stateAfter(created, party1Signed()))).toBe(false);
    expect(() => requireUnsigned(stateAfter(created, party1Signed()))).toThrow('already_signed');
  });

  it('is replaced by a successor of its chain', () =>
    expect(draftToReplace(stateAfter(created), 'next')).toEqual({ id: NDA_ID, chain: NDA_ID }));

  it('may be named again by the one that replaced it, and by no other', () => {
    const state = stateAfter(created, replacedBy('next'));
    expect(draftToReplace(state, 'next')).toEqual({ id: NDA_ID, chain: NDA_ID });
    expect(() => draftToReplace(state, 'another')).toThrow('nda_discarded');
    expect(() => draftToReplace(stateAfter(created, discarded), 'next')).toThrow('nda_discarded');
  });

  it('stays once it is signed', () =>
    expect(() => draftToReplace(stateAfter(created, party1Signed()), 'next')).toThrow('already_signed'));
});
