import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import fc from 'fast-check';
import { isAbandoned, isGivenUp, pollPauseMs } from './poll-pauses.js';

const MINUTE_MS = 60_000;
/** Ages of a payment. Backends' clocks differ, so an age may be negative. */
const age = fc.integer({ min: -HOUR_MS, max: 400 * DAY_MS });

/** Returns the ages at which a payment that stays open is polled. */
function ages(): number[] {
  const at = [0];
  while (!isAbandoned(at.at(-1) ?? 0)) at.push((at.at(-1) ?? 0) + pollPauseMs(at.at(-1) ?? 0));
  return at;
}

describe('the pauses between polls of an open payment', () => {
  it('last from a minute to an hour, in whole milliseconds', () => {
    fc.assert(
      fc.property(age, (ageMs) => {
        const pause = pollPauseMs(ageMs);
        expect(Number.isInteger(pause) && pause >= MINUTE_MS && pause <= HOUR_MS).toBe(true);
      }),
    );
  });

  it('never get shorter as the payment gets older', () => {
    fc.assert(
      fc.property(age, age, (one, other) => {
        const [younger, older] = [Math.min(one, other), Math.max(one, other)];
        expect(pollPauseMs(younger)).toBeLessThanOrEqual(pollPauseMs(older));
        expect(isAbandoned(younger)).toBe(isAbandoned(younger) && isAbandoned(older));
      }),
    );
  });

  it('lead to a poll every minute at first, about fifty polls in a day, and an end within 25 hours', () => {
    const all = ages();
    expect(all.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5].map((minutes) => minutes * MINUTE_MS));
    expect(all.length).toBeGreaterThan(40);
    expect(all.length).toBeLessThan(60);
    expect(all.at(-1)).toBeGreaterThanOrEqual(DAY_MS);
    expect(all.at(-1)).toBeLessThanOrEqual(DAY_MS + HOUR_MS);
  });

  it("are a fifth of the payment's age in between", () => {
    expect(pollPauseMs(10 * MINUTE_MS)).toBe(2 * MINUTE_MS);
    expect(pollPauseMs(4 * HOUR_MS)).toBe(48 * MINUTE_MS);
    expect([pollPauseMs(0), pollPauseMs(DAY_MS)]).toEqual([MINUTE_MS, HOUR_MS]);
  });

  it('end after a day, and after a week if the provider was replaced', () => {
    expect([isAbandoned(DAY_MS - 1), isAbandoned(DAY_MS)]).toEqual([false, true]);
    expect([isGivenUp(7 * DAY_MS - 1), isGivenUp(7 * DAY_MS)]).toEqual([false, true]);
  });
});
