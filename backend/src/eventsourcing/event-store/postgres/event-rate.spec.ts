import { Crowd } from './event-rate.js';

/** Counts `events` every `everyMs` for `ms` and returns the times at which the rate was high. */
function crowdedAt(crowd: Crowd, events: number, everyMs: number, { from = 0, ms = 200 } = {}): number[] {
  const times: number[] = [];
  for (let now = from; now < from + ms; now += everyMs) {
    crowd.count(events, now);
    if (crowd.isThere(now)) times.push(now);
  }
  return times;
}

it.each([
  ['one each millisecond', 1, 1, 10],
  ['many per count', 20, 10, 20],
  ['many per count, at a low frequency', 100, 50, 100],
])('is high two windows after events began to come fast: %s', (_, events, everyMs, from) => {
  const times = crowdedAt(new Crowd(), events, everyMs);
  expect([times[0], times.at(-1)]).toEqual([from, 200 - everyMs]);
});

it.each([
  ['one every five milliseconds', 1, 5],
  ['four in each window', 4, 5],
])('is not high at %s', (_, events, everyMs) => {
  expect(crowdedAt(new Crowd(), events, everyMs)).toEqual([]);
});

it('is not high because of events that gathered while something stalled', () => {
  const crowd = new Crowd();
  crowdedAt(crowd, 1, 5);
  crowd.count(50, 240);
  expect(crowdedAt(crowd, 1, 5, { from: 250 })).toEqual([]);
});

it('stays high after a single window that is not full, but not after a second one', () => {
  const crowd = new Crowd();
  crowdedAt(crowd, 20, 5);
  crowd.count(1, 200);
  expect(crowdedAt(crowd, 20, 5, { from: 205 })).toHaveLength(40);
  expect(crowdedAt(crowd, 1, 50, { from: 405 })).toEqual([405, 455]);
});

it('ends after a quiet time and has to build up again', () => {
  const crowd = new Crowd();
  crowdedAt(crowd, 20, 10);
  expect([crowd.isThere(1189), crowd.isThere(1190)]).toEqual([true, false]);
  expect(crowdedAt(crowd, 20, 10, { from: 1300 })[0]).toBe(1320);
});
