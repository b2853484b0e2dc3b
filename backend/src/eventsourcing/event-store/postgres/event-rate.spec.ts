import { EventRate } from './event-rate.js';

/**
 * Calls `rate.count` with the number `events` every `everyMs` milliseconds, for `ms` milliseconds. Returns
 * the times at which the rate was high.
 */
function highAt(rate: EventRate, events: number, everyMs: number, { from = 0, ms = 200 } = {}): number[] {
  const times: number[] = [];
  for (let now = from; now < from + ms; now += everyMs) {
    rate.count(events, now);
    if (rate.isHigh(now)) times.push(now);
  }
  return times;
}

it.each([
  ['one each millisecond', 1, 1, 10],
  ['many per count', 20, 10, 20],
  ['many per count, at a low frequency', 100, 50, 100],
])('is high two windows after the first of many fast events: %s', (_, events, everyMs, from) => {
  const times = highAt(new EventRate(), events, everyMs);
  expect([times[0], times.at(-1)]).toEqual([from, 200 - everyMs]);
});

it.each([
  ['one every five milliseconds', 1, 5],
  ['four in each window', 4, 5],
])('is not high at %s', (_, events, everyMs) => {
  expect(highAt(new EventRate(), events, everyMs)).toEqual([]);
});

it('does not become high if events only gathered during a stall', () => {
  const rate = new EventRate();
  highAt(rate, 1, 5);
  rate.count(50, 240);
  expect(highAt(rate, 1, 5, { from: 250 })).toEqual([]);
});

it('stays high after one window that is not full, and ends after a second one', () => {
  const rate = new EventRate();
  highAt(rate, 20, 5);
  rate.count(1, 200);
  expect(highAt(rate, 20, 5, { from: 205 })).toHaveLength(40);
  expect(highAt(rate, 1, 50, { from: 405 })).toEqual([405, 455]);
});

it('is no longer high after a quiet time, and then has to build up again', () => {
  const rate = new EventRate();
  highAt(rate, 20, 10);
  expect([rate.isHigh(1189), rate.isHigh(1190)]).toEqual([true, false]);
  expect(highAt(rate, 20, 10, { from: 1300 })[0]).toBe(1320);
});
