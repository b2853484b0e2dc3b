import { BEGUN_AGAIN } from '../eventsourcing/trust/closed-streams.js';
import { acceptedIn, type FindingRecords } from './accepted-findings.js';

const records: FindingRecords = {
  isBehindEnd: (stream) => stream === 'ended',
  isPutBack: (_, { hash }) => hash === 'back',
  isChosen: (stream, { revision, hash }, others) =>
    stream === 'forked' &&
    revision === 3 &&
    hash === 'chosen' &&
    others.every((other) => other === 'given up'),
  isGivenUp: (_, { hash }) => hash === 'given up',
};
const accepts = acceptedIn(
  () => false,
  () => records,
);

describe('the findings that the operator knows', () => {
  it('are all those behind the end of a stream', () => {
    for (const kind of ['missing', 'forked', 'hash']) expect(accepts('ended', 5, kind)).toBe(true);
  });

  it('are what a repair leaves behind of exactly the events that its record names', () => {
    const repaired = (kind: string) =>
      ['back', 'chosen', 'given up', 'another', undefined].filter((hash) => accepts('forked', 3, kind, hash));
    expect(repaired('reordered')).toEqual(['back']);
    expect(repaired('missing')).toEqual(['given up']);
    expect(repaired('forked')).toEqual(['chosen']);
    expect(repaired('hash')).toEqual([]);
    expect(accepts('forked', 4, 'forked')).toBe(false);
  });

  it('are a fork only if the choice was made among all of its events', () => {
    const forked = (recorded: readonly string[], hash?: string) =>
      accepts('forked', 3, 'forked', hash, recorded);
    for (const hash of ['chosen', undefined]) {
      expect(forked(['given up', 'chosen'], hash)).toBe(true);
      expect(forked(['given up', 'chosen', 'later'], hash)).toBe(false);
    }
    expect(forked(['given up', 'chosen'], 'given up')).toBe(false);
    expect(forked([])).toBe(false);
  });

  it('never let a stream begin again, unless the operator accepted its loss', () => {
    for (const stream of ['ended', 'forked']) expect(accepts(stream, 0, BEGUN_AGAIN, 'given up')).toBe(false);
    const adopted = acceptedIn(
      () => true,
      () => records,
    );
    expect(adopted('ended', 0, BEGUN_AGAIN)).toBe(true);
  });
});
