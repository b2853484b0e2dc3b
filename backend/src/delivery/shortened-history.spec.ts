import type { NdaEvent } from '../nda/nda.events.js';
import {
  completed,
  created,
  madeInPerson,
  madeRemote,
  opened,
  party1Signed,
  party2Signed,
  requested,
} from '../nda/testing/samples.js';
import { SHOWN_OF_A_KIND_MAX, shortenedHistory } from './shortened-history.js';

const times = (count: number, of: (n: number) => NdaEvent): NdaEvent[] =>
  Array.from({ length: count }, (_, n) => of(n));
const change = (n: number): NdaEvent => (n % 2 === 0 ? madeRemote(true) : madeInPerson(false));
const shortened = (...events: readonly NdaEvent[]) =>
  shortenedHistory(events.map(({ type }, revision) => ({ type, revision })));

describe('a history that is shown', () => {
  it('is complete if it is no longer than the limits allow today', () => {
    const events = [
      created,
      party1Signed(),
      ...times(SHOWN_OF_A_KIND_MAX, change),
      party2Signed(),
      completed,
    ];
    expect(shortened(...events)).toEqual({ omitted: new Set(), omittedBefore: new Map() });
  });

  it.each([
    ['changes of how to sign', change],
    ['uses of the link', () => opened()],
  ])('keeps the last of many %s before each signature, and counts the others', (_, often) => {
    const many = SHOWN_OF_A_KIND_MAX;
    const events = [
      created,
      ...times(2, often),
      party1Signed(),
      ...times(many, often),
      party2Signed(),
      completed,
    ];
    const { omitted, omittedBefore } = shortened(...events);
    const [first, second] = [2, 3 + many];
    expect([...omittedBefore]).toEqual([
      [first, 1],
      [second, many - 1],
    ]);
    expect([...omitted]).toEqual([1, ...Array.from({ length: many - 1 }, (_event, n) => 4 + n)]);
  });

  it('counts each kind separately, and omits nothing else, no matter how often it occurs', () => {
    const half = SHOWN_OF_A_KIND_MAX / 2 + 1;
    const events = [
      ...times(half, change),
      ...times(half, () => opened()),
      ...times(500, () => requested(199)),
    ];
    expect(shortened(created, party1Signed(), ...events, party2Signed()).omitted.size).toBe(0);
  });
});
