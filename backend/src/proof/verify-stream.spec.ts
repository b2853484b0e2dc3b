import { BEGINNING, chainOnly, type Link } from '../eventsourcing/trust/authenticate.js';
import type { BrokenKind } from '@siegel/contracts/verification/checkpoints';
import type { Position, UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { chained } from '../eventsourcing/journal/testing/chained.js';
import type { NamedLeaf } from './leaves.js';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import { hashOf, type CheckedEvents, placesIn } from './verify-stream.js';

const streamOf = (stream: string, count: number, word = 'x'): UntrustedEvent[] =>
  chained(
    Array.from({ length: count }, (_, revision) => ({
      format: revision % 3 === 0 ? 1 : 2,
      stream,
      revision,
      id: `${stream}-${revision}`,
      type: 'Unknown.v9',
      data: Buffer.from(`{"open":{"n":${revision},"word":"${word}"}}`),
    })),
  ).map((event) => ({ ...event, position: '0' as Position }));

const leavesOf = (...events: readonly UntrustedEvent[]): NamedLeaf[] =>
  events.map((event, place) => ({
    place,
    eventHash: hashOf(event) ?? '',
    stream: event.stream,
    revision: event.revision,
  }));

const mine = streamOf('nda-a', 8);
const other = streamOf('nda-b', 8);
const leaves = leavesOf(...mine);
const all = [...leaves, ...leavesOf(...other)];
/** Checks the events without keys. */
function checkedAlone(events: readonly UntrustedEvent[]): CheckedEvents {
  let last = BEGINNING;
  for (const event of events) {
    const result = event.stream === events[0]?.stream ? chainOnly.next(event, last) : 'revision';
    if (typeof result === 'string')
      return { intact: false, fault: result, revision: event.revision, eventId: event.id };
    last = result as Link;
  }
  return { intact: true };
}
const look = (events: readonly UntrustedEvent[], met = leaves) => {
  const leafWith = (hash: string) => all.find(({ eventHash }) => eventHash === hash);
  const expected = { leaves: met, leafWith };
  return placesIn({ stream: 'nda-a', events, expected, ofEvents: checkedAlone(events) }).places[0];
};
const at = (events: readonly UntrustedEvent[], place: number): UntrustedEvent =>
  events[place] as UntrustedEvent;
/** Renumbers the events, like a store that assigns the revisions itself. */
const renumbered = (events: readonly UntrustedEvent[]): UntrustedEvent[] =>
  events.map((event, revision) => ({ ...event, revision }));
const flip = (event: UntrustedEvent, byte: number): UntrustedEvent => {
  const data = Buffer.from(event.data);
  data[byte] = (data[byte] as number) ^ 1;
  return { ...event, data };
};

describe('a stream', () => {
  it('is intact without changes, even with newer events', () => {
    expect(look(mine)).toBeUndefined();
    expect(look(mine, leaves.slice(0, 5))).toBeUndefined();
    expect(look(mine, [])).toBeUndefined();
  });

  const rewritten = [...mine.slice(0, 4), ...streamOf('nda-a', 8, 'y').slice(4)];
  const cases: readonly [BrokenKind, number, readonly UntrustedEvent[]][] = [
    ['altered', 3, mine.with(3, flip(at(mine, 3), 12))],
    ['altered', 4, mine.with(4, { ...at(mine, 4), type: 'Other.v1' })],
    ['altered', 4, mine.with(4, { ...at(mine, 4), metadata: Buffer.from('no metadata') })],
    ['dropped', 2, mine.filter((_, n) => n !== 2)],
    ['dropped', 0, mine.slice(1)],
    ['reordered', 2, mine.with(2, at(mine, 3)).with(3, at(mine, 2))],
    ['reordered', 2, mine.with(2, { ...at(mine, 5), revision: 2 })],
    ['dropped', 2, renumbered(mine.filter((_, n) => n !== 2))],
    ['dropped', 0, renumbered(mine.slice(1))],
    ['inserted', 3, renumbered(mine.toSpliced(3, 0, at(mine, 2)))],
    ['inserted', 8, renumbered([...mine, at(mine, 1)])],
    ['reordered', 2, renumbered(mine.with(2, at(mine, 3)).with(3, at(mine, 2)))],
    ['inserted', 3, mine.toSpliced(3, 0, at(mine, 2))],
    ['truncated', 6, mine.slice(0, 6)],
    ['truncated', 7, mine.slice(0, 7)],
    ['altered', 1, mine.with(1, flip(at(mine, 1), 12)).filter((_, n) => n !== 5)],
    ['truncated', 0, []],
    ['forked', 0, streamOf('nda-a', 8, 'y')],
    ['forked', 4, rewritten],
    ['spliced', 5, mine.with(5, { ...at(other, 5), stream: 'nda-a' })],
    ['spliced', 0, other],
    ['spliced', 0, streamOf('nda-c', 8)],
  ];
  it.each(cases)('is found %s at %i', (kind, revision, events) => {
    expect(look(events)).toMatchObject({ stream: 'nda-a', kind, revision });
  });

  it.each<[string, readonly UntrustedEvent[]]>([
    ['the stream had 8 events, and has 6', mine.slice(0, 6)],
    ['it is an event of nda-b', mine.with(5, { ...at(other, 5), stream: 'nda-a' })],
    ['it is an event of nda-c', streamOf('nda-c', 8)],
    ['event 3 is in the place of event 2', mine.with(2, at(mine, 3)).with(3, at(mine, 2))],
    ['event 2 is missing, event 3 is in its place', mine.filter((_, n) => n !== 2)],
    ['event 2 appears twice', mine.toSpliced(3, 0, at(mine, 2))],
    ['event 2 appears twice', renumbered(mine.toSpliced(3, 0, at(mine, 2)))],
    ['event 3 is in the place of event 2', renumbered(mine.with(2, at(mine, 3)).with(3, at(mine, 2)))],
    ['event 2 is missing, event 3 is in its place', renumbered(mine.filter((_, n) => n !== 2))],
    ['its hash does not fit its bytes', mine.with(3, flip(at(mine, 3), 12))],
    [
      'it has the metadata of nda-a@1, and other bytes',
      [...mine, { ...flip(at(mine, 1), 12), revision: 8, id: 'another' }],
    ],
    [
      'it has the metadata of nda-b@5, and other bytes',
      [...mine, { ...flip(at(other, 5), 12), revision: 8, stream: 'nda-a' }],
    ],
    [
      'its hash does not fit its bytes, and the tree has no leaf here: somebody may have inserted it',
      [...mine, flip(at(streamOf('nda-a', 9), 8), 12)],
    ],
    [
      'it follows another event than the one before it, and the tree has no leaf here: somebody may have inserted it',
      [...mine, at(streamOf('nda-a', 9, 'y'), 8)],
    ],
  ])('is described in words: %s', (detail, events) => expect(look(events)).toMatchObject({ detail }));

  it('is found altered if any bit of any event differs, even for an event that was never met', () => {
    for (const met of [leaves, []])
      for (const [n, event] of mine.entries())
        for (let byte = 0; byte < event.data.length; byte += 1)
          expect(look(mine.with(n, flip(event, byte)), met)).toMatchObject({ revision: n, kind: 'altered' });
  });

  it('has an inserted event if a place was never met but later ones were, and is forked if two events were met at one place', () => {
    const hole = leaves.filter(({ revision }) => revision !== 3);
    expect(look(mine, hole)).toMatchObject({ revision: 3, kind: 'inserted' });
    const twice = [...leaves, ...leavesOf(at(rewritten, 6))];
    expect(look(mine, twice)).toMatchObject({ revision: 6, kind: 'forked' });
  });
});

describe('the broken places of a stream', () => {
  /** Another event has the leaf of event 2, and event 5 is altered. */
  const places = (isAccepted?: Accepts) => {
    const events = mine.map((event) => (event.revision === 5 ? flip(event, 4) : event));
    const changed = leaves.map((leaf) =>
      leaf.revision === 2 ? { ...leaf, eventHash: 'ab'.repeat(32) } : leaf,
    );
    const expected = { leaves: changed, leafWith: () => undefined };
    return placesIn({ stream: 'nda-a', events, expected, ofEvents: checkedAlone(events), isAccepted });
  };

  it('are all listed, up to the place from which on nothing counts', () => {
    const { places: found, closedFrom } = places();
    expect(found.map(({ revision, kind }) => `${kind}@${revision}`)).toEqual(['forked@2', 'altered@5']);
    expect(closedFrom).toBe(5);
  });

  it('do not contain those that the operator accepted, but the stream stays closed', () => {
    expect(places((_, revision) => revision === 2).places.map(({ revision }) => revision)).toEqual([5]);
    expect(places(() => true)).toEqual({ places: [], closedFrom: 5 });
  });
});
