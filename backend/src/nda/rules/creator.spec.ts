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
import { openingKeyOf, requireNotDiscarded } from './creator.js';

const GRANTED = hashOf('9');
const STRANGER = hashOf('8');

describe('a creator key', () => {
  it('opens the NDA for its creator, and for browsers that got access later', () => {
    const state = stateAfter(created, accessGranted);
    for (const key of [CREATOR, GRANTED]) expect(openingKeyOf([key], state)).toBe(key);
    expect(openingKeyOf([GRANTED], stateAfter(created))).toBeUndefined();
  });

  it('no longer opens the NDA once the access of others was ended', () => {
    const state = stateAfter(created, accessGranted, accessEnded);
    expect([openingKeyOf([CREATOR], state), openingKeyOf([GRANTED], state)]).toEqual([CREATOR, undefined]);
  });

  it("does not open another creator's NDA; without a key nothing opens", () => {
    for (const keys of [[STRANGER], [''], [STRANGER, GRANTED], []])
      expect(openingKeyOf(keys, stateAfter(created))).toBeUndefined();
  });

  it('opens nothing before the creation or after an erasure', () => {
    expect(openingKeyOf([CREATOR], stateAfter())).toBeUndefined();
    expect(openingKeyOf([CREATOR], stateAfter(created, erased))).toBeUndefined();
  });

  it('opens a row, although it has no `erasedAt`', () =>
    expect(openingKeyOf([CREATOR], { creatorKeyHashes: [CREATOR] })).toBe(CREATOR));

  it('is the first of those that a browser has and that open the NDA', () => {
    const state = stateAfter(created, accessGranted);
    expect(openingKeyOf([STRANGER, GRANTED, CREATOR], state)).toBe(GRANTED);
  });
});

describe('a discarded draft', () => {
  it('is refused with its code', () => {
    expect(() => requireNotDiscarded(stateAfter(created, discarded))).toThrow('nda_discarded');
    expect(() => requireNotDiscarded(stateAfter(created))).not.toThrow();
  });
});
