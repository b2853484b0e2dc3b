import fc from 'fast-check';
import { linesOf, spread, summaryOf } from './lines.js';

const RANGE = { startDate: '2026-10-24', endDate: '2026-10-26' };

it('has each day of the range once, even when the clocks change, and 0 on a day without events', () => {
  const { days, lines } = linesOf(RANGE, [
    { date: '2026-10-25', eventType: 'paid', count: 2 },
    { date: '2026-10-26', eventType: 'view', count: 7 },
    { date: '2026-10-27', eventType: 'view', count: 99 },
  ]);
  expect(days).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  expect(lines).toEqual([
    { type: 'view', counts: [0, 0, 7] },
    { type: 'created', counts: [0, 0, 0] },
    { type: 'signed', counts: [0, 0, 0] },
    { type: 'paid', counts: [0, 2, 0] },
  ]);
});

it('summarises a line by its first, last and highest value', () => {
  expect(summaryOf({ type: 'view', counts: [3, 9, 4] })).toEqual({ first: 3, last: 4, highest: 9 });
});

it('moves labels apart, but no further than necessary', () => {
  expect(spread([100, 100, 104, 10], 240, 18)).toEqual([100, 118, 136, 10]);
  expect(spread([240, 239, 238, 40], 240, 18)).toEqual([240, 222, 204, 40]);
  expect(spread([20, 60, 120], 240, 18)).toEqual([20, 60, 120]);
});

it('keeps every label within the chart and far enough from the others', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -50, max: 400, noNaN: true }), { maxLength: 4 }), (wanted) => {
      const places = spread(wanted, 240, 18);
      const sorted = [...places].sort((a, b) => a - b);
      expect(places.every((place) => place >= -1e-9 && place <= 240)).toBe(true);
      for (const [at, place] of sorted.entries())
        if (at > 0) expect(place - (sorted[at - 1] ?? 0)).toBeGreaterThanOrEqual(18 - 1e-9);
    }),
  );
});
