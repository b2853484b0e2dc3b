import { stateAfter } from '../testing/given.js';
import {
  accessEnded,
  accessGranted,
  created,
  CREATOR,
  discarded,
  erased,
  hashOf,
} from '../testing/samples.js';
import { opensNda, requireNotDiscarded } from './creator.js';

const GRANTED = hashOf('9');
const STRANGER = hashOf('8');

describe('a creator key', () => {
  it('opens the NDA for its creator, and for browsers that got access later', () => {
    const state = stateAfter(created, accessGranted);
    for (const key of [CREATOR, GRANTED]) expect(opensNda(key, state)).toBe(true);
    expect(opensNda(GRANTED, stateAfter(created))).toBe(false);
  });

  it('opens nothing more once the access of others was ended', () => {
    const state = stateAfter(created, accessGranted, accessEnded);
    expect([opensNda(CREATOR, state), opensNda(GRANTED, state)]).toEqual([true, false]);
  });

  it("does not open another creator's NDA, and no key opens nothing", () => {
    for (const key of [STRANGER, '', undefined]) expect(opensNda(key, stateAfter(created))).toBe(false);
  });

  it('opens nothing before the creation and after an erasure', () => {
    expect(opensNda(CREATOR, stateAfter())).toBe(false);
    expect(opensNda(CREATOR, stateAfter(created, erased))).toBe(false);
  });

  it('opens a row, which has no `erasedAt`', () =>
    expect(opensNda(CREATOR, { creatorKeyHashes: [CREATOR] })).toBe(true));
});

describe('a discarded draft', () => {
  it('is refused with its code', () => {
    expect(() => requireNotDiscarded(stateAfter(created, discarded))).toThrow('nda_discarded');
    expect(() => requireNotDiscarded(stateAfter(created))).not.toThrow();
  });
});
