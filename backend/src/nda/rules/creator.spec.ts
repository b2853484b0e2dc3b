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
import { opensNda, requireKept } from './creator.js';

const GRANTED = hashOf('9');
const STRANGER = hashOf('8');

describe('a creator key', () => {
  it('opens the NDA of its creator, and of whom was let in later', () => {
    const state = stateAfter(created, accessGranted);
    for (const key of [CREATOR, GRANTED]) expect(opensNda(key, state)).toBe(true);
    expect(opensNda(GRANTED, stateAfter(created))).toBe(false);
  });

  it('opens nothing more once the access of others was ended', () => {
    const state = stateAfter(created, accessGranted, accessEnded);
    expect([opensNda(CREATOR, state), opensNda(GRANTED, state)]).toEqual([true, false]);
  });

  it("opens nobody else's, and nothing without one", () => {
    for (const key of [STRANGER, '', undefined]) expect(opensNda(key, stateAfter(created))).toBe(false);
  });

  it('opens nothing before the creation and after an erasure', () => {
    expect(opensNda(CREATOR, stateAfter())).toBe(false);
    expect(opensNda(CREATOR, stateAfter(created, erased))).toBe(false);
  });

  it('opens a row, which has no erasure to remember', () =>
    expect(opensNda(CREATOR, { creatorKeyHashes: [CREATOR] })).toBe(true));
});

describe('a discarded draft', () => {
  it('is said to be so', () => {
    expect(() => requireKept(stateAfter(created, discarded))).toThrow('nda_discarded');
    expect(() => requireKept(stateAfter(created))).not.toThrow();
  });
});
