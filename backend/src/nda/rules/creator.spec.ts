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
import { isCreatorKeyOf, requireNotDiscarded } from './creator.js';

const GRANTED = hashOf('9');
const STRANGER = hashOf('8');

describe('a creator key', () => {
  it('opens the NDA for its creator, and for browsers that got access later', () => {
    const state = stateAfter(created, accessGranted);
    for (const key of [CREATOR, GRANTED]) expect(isCreatorKeyOf(key, state)).toBe(true);
    expect(isCreatorKeyOf(GRANTED, stateAfter(created))).toBe(false);
  });

  it('no longer opens the NDA once the access of others was ended', () => {
    const state = stateAfter(created, accessGranted, accessEnded);
    expect([isCreatorKeyOf(CREATOR, state), isCreatorKeyOf(GRANTED, state)]).toEqual([true, false]);
  });

  it("does not open another creator's NDA; without a key nothing opens", () => {
    for (const key of [STRANGER, '', undefined]) expect(isCreatorKeyOf(key, stateAfter(created))).toBe(false);
  });

  it('opens nothing before the creation or after an erasure', () => {
    expect(isCreatorKeyOf(CREATOR, stateAfter())).toBe(false);
    expect(isCreatorKeyOf(CREATOR, stateAfter(created, erased))).toBe(false);
  });

  it('opens a row, although it has no `erasedAt`', () =>
    expect(isCreatorKeyOf(CREATOR, { creatorKeyHashes: [CREATOR] })).toBe(true));
});

describe('a discarded draft', () => {
  it('is refused with its code', () => {
    expect(() => requireNotDiscarded(stateAfter(created, discarded))).toThrow('nda_discarded');
    expect(() => requireNotDiscarded(stateAfter(created))).not.toThrow();
  });
});
