import { Crowd } from './crowd.js';

/** Counts `events` every `everyMs`, for so long; the times at which there was a crowd. */
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
  ['many at each look', 20, 10, 20],
  ['many at each look, which are slow', 100, 50, 100],
])('is there two windows after events began to come fast: %s', (_, events, everyMs, from) => {
  const times = crowdedAt(new Crowd(), events, everyMs);
  expect([times[0], times.at(-1)]).toEqual([from, 200 - everyMs]);
});

it.each([
  ['one every five milliseconds', 1, 5],
  ['four in each window', 4, 5],
])('is not there at %s', (_, events, everyMs) => {
  expect(crowdedAt(new Crowd(), events, everyMs)).toEqual([]);
});

it('is not what gathered while something stalled', () => {
  const crowd = new Crowd();
  crowdedAt(crowd, 1, 5);
  crowd.count(50, 240);
  expect(crowdedAt(crowd, 1, 5, { from: 250 })).toEqual([]);
});

it('outlives a single window that is not full, and no second one', () => {
  const crowd = new Crowd();
  crowdedAt(crowd, 20, 5);
  crowd.count(1, 200);
  expect(crowdedAt(crowd, 20, 5, { from: 205 })).toHaveLength(40);
  expect(crowdedAt(crowd, 1, 50, { from: 405 })).toEqual([405, 455]);
});

it('is gone where none come any longer, and has to come anew', () => {
  const crowd = new Crowd();
  crowdedAt(crowd, 20, 10);
  expect([crowd.isThere(1189), crowd.isThere(1190)]).toEqual([true, false]);
  expect(crowdedAt(crowd, 20, 10, { from: 1300 })[0]).toBe(1320);
});
