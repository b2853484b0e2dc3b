import type { NdaCreated, NdaEvent } from '../nda.events.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { history, NDA_ID, stateAfter } from '../testing/given.js';
import {
  accessEnded,
  accessGranted,
  created,
  CREATOR,
  discarded,
  hashOf,
  party1Signed,
} from '../testing/samples.js';
import { draftToReplace, isUnsigned, requireUnsigned, isSuccessorOf } from './draft.js';

const replacedBy = (successor: string): NdaEvent => ({
  type: 'NdaDiscarded',
  open: { replacedBy: successor, reason: 'replaced' },
});

describe('a draft', () => {
  it('is an NDA that nobody has signed', () => {
    expect(isUnsigned(stateAfter(created))).toBe(true);
    expect(isUnsigned(stateAfter(created, party1Signed()))).toBe(false);
    expect(() => requireUnsigned(stateAfter(created, party1Signed()))).toThrow('already_signed');
  });

  it('is replaced by a successor of the same chain', () =>
    expect(draftToReplace(stateAfter(created), 'next')).toEqual({ id: NDA_ID, chain: NDA_ID }));

  it('may be named again by the NDA that replaced it, and by no other', () => {
    const state = stateAfter(created, replacedBy('next'));
    expect(draftToReplace(state, 'next')).toEqual({ id: NDA_ID, chain: NDA_ID });
    expect(() => draftToReplace(state, 'another')).toThrow('nda_discarded');
    expect(() => draftToReplace(stateAfter(created, discarded), 'next')).toThrow('nda_discarded');
  });

  it('stays once it is signed', () =>
    expect(() => draftToReplace(stateAfter(created, party1Signed()), 'next')).toThrow('already_signed'));
});

describe('the creation of a successor', () => {
  /**
   * Returns the event with which the browser with this key creates an NDA. By default the event names the
   * draft in `replaces`.
   */
  const next = (creatorKeyHash: string, replaces: string | null = NDA_ID): Recorded<NdaCreated> => {
    const [event] = history([created]);
    if (event?.type !== 'NdaCreated') throw new Error('nothing was created');
    return { ...event, open: { ...event.open, creatorKeyHash, replaces } };
  };
  const draft = history([created, accessGranted, accessEnded]);

  it('replaces the draft that it names, from a browser that ever had access to the draft', () => {
    for (const creatorKeyHash of [CREATOR, hashOf('9')])
      expect(isSuccessorOf(next(creatorKeyHash), NDA_ID, draft)).toBe(true);
  });

  it('replaces nothing from another browser, and no other draft', () => {
    expect(isSuccessorOf(next(hashOf('8')), NDA_ID, draft)).toBe(false);
    expect(isSuccessorOf(next(hashOf('9')), NDA_ID, draft.slice(0, 1))).toBe(false);
    for (const replaces of [null, 'another'])
      expect(isSuccessorOf(next(CREATOR, replaces), NDA_ID, draft)).toBe(false);
  });
});
