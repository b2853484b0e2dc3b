import fc from 'fast-check';
import {
  gapOf,
  isInOrder,
  type Neighbour,
  type Placement,
  placeWithLeaf,
  placeWithoutLeaf,
} from './places.js';

/** Positions of a log, in the order of its leaves. */
type Log = readonly (number | undefined)[];

const neighboursOf = (log: Log, leaf: number, within = 4): Neighbour[] =>
  log.flatMap((position, place) =>
    position !== undefined && place !== leaf && Math.abs(place - leaf) <= within ? { place, position } : [],
  );

/** Puts one event of the log in its place, as the command does. */
function repaired(log: Log, leaf: number, former?: number): Log {
  const neighbours = neighboursOf(log, leaf);
  const position = log[leaf];
  if (position !== undefined && isInOrder(leaf, position, neighbours)) return log;
  const gap = gapOf(leaf, neighbours);
  const taken = new Set(log.filter((one) => one !== undefined));
  return moved(log, leaf, placeWithLeaf({ position, former }, gap, taken));
}

function moved(log: Log, leaf: number, placement: Placement): Log {
  const end = Math.max(...log.map((one) => one ?? 0)) + 1;
  if (placement.kind === 'stays') return log;
  if (placement.kind === 'end') return log.map((one, n) => (n === leaf ? end : one));
  const { position, displaced } = placement;
  return log.map((one, n) => {
    if (n === leaf) return position;
    return one === position ? (displaced === 'end' ? end : displaced) : one;
  });
}

const isAscending = (log: Log): boolean =>
  log.every((one, n) => n === 0 || (one !== undefined && one > (log[n - 1] ?? 0)));

/** A log whose positions ascend, with and without gaps. */
const someLog = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 10, maxLength: 30 })
  .map((steps) => steps.map((_, n) => steps.slice(0, n + 1).reduce((sum, step) => sum + step, 0)));

describe('the place in the log of an event with a leaf', () => {
  it('is left alone if it is right, even if a neighbour was moved', () =>
    fc.assert(
      fc.property(someLog, fc.nat(), fc.nat(), fc.nat({ max: 10_000 }), (log, n, m, away) => {
        const [leaf, other] = [n % log.length, m % log.length];
        fc.pre(leaf !== other && !log.includes(away));
        expect(isInOrder(leaf, log[leaf] ?? 0, neighboursOf(log, leaf))).toBe(true);
        const changed = log.with(other, away);
        // Near the ends of the log only one side has neighbours, so a moved neighbour may mislead.
        fc.pre(leaf > 3 && leaf < log.length - 4);
        expect(isInOrder(leaf, log[leaf] ?? 0, neighboursOf(changed, leaf))).toBe(true);
      }),
    ));

  it('is found again after the event was moved anywhere', () =>
    fc.assert(
      fc.property(someLog, fc.nat(), fc.nat({ max: 10_000 }), (log, n, away) => {
        const leaf = n % log.length;
        fc.pre(!log.includes(away) && away > 0);
        expect(isAscending(repaired(log.with(leaf, away), leaf))).toBe(true);
      }),
    ));

  it('is found again after two events changed places', () =>
    fc.assert(
      fc.property(someLog, fc.nat(), fc.nat(), (log, n, m) => {
        const [one, other] = [n % log.length, m % log.length];
        const swapped = log.with(one, log[other] ?? 0).with(other, log[one] ?? 0);
        expect(isAscending(repaired(repaired(swapped, one), other))).toBe(true);
      }),
    ));

  it('is found for an event that is put back: its former position, or a free one in its gap', () =>
    fc.assert(
      fc.property(someLog, fc.nat(), fc.boolean(), (log, n, isKnown) => {
        const leaf = n % log.length;
        const former = log[leaf];
        const again = repaired(
          log.map((one, m) => (m === leaf ? undefined : one)),
          leaf,
          isKnown ? former : undefined,
        );
        expect(isAscending(again)).toBe(true);
        if (isKnown) expect(again[leaf]).toBe(former);
      }),
    ));

  it('is made free by a row that has taken it', () => {
    const gap = { after: 4, before: 6 };
    const taken = new Set([4, 5, 6]);
    expect(placeWithLeaf({ position: undefined, former: 5 }, gap, taken)).toEqual({
      kind: 'at',
      position: 5,
      displaced: 'end',
    });
    expect(placeWithLeaf({ position: 9, former: undefined }, gap, taken)).toEqual({
      kind: 'at',
      position: 5,
      displaced: 9,
    });
  });
});

describe('the place in the log of events without a leaf', () => {
  const event = (position?: number, former?: number) => ({ leaf: undefined, position, former });
  const placed = (events: ReturnType<typeof event>[], passed: number, taken: number[] = []) =>
    placeWithoutLeaf(events, { passed, before: 10, isTaken: (one) => taken.includes(one) }).map((one) =>
      one.kind === 'at' ? one.position : one.kind,
    );

  it('is their own if the checkpointer has not come to it', () =>
    expect(placed([event(11), event(undefined, 12), event(13)], 10)).toEqual(['stays', 12, 'stays']));

  it('is the end of the log if the checkpointer has passed it, also for all events behind', () =>
    expect(placed([event(11), event(12), event(14)], 12)).toEqual(['end', 'end', 'end']));

  it('is the end of the log if another row has it, or nobody knows it', () => {
    expect(placed([event(undefined, 12)], 10, [12])).toEqual(['end']);
    expect(placed([event(), event(12)], 10)).toEqual(['end', 'end']);
  });
});
