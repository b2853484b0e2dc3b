import { countsOf, overallRate, stepsOf } from './funnel.js';

const counts = { view: 1284, created: 312, signed: 198, paid: 194 };

it('counts a missing step as 0', () => {
  expect(countsOf([{ eventType: 'created', count: 3 }])).toEqual({ view: 0, created: 3, signed: 0, paid: 0 });
});

it('has three rates between its steps and one overall rate', () => {
  expect(stepsOf(counts).map(({ rate }) => rate)).toEqual([null, 312 / 1284, 198 / 312, 194 / 198]);
  expect(overallRate(counts)).toBe(194 / 1284);
});

it('has no rate after a step that counts 0', () => {
  const none = { view: 0, created: 0, signed: 0, paid: 0 };
  expect(stepsOf(none).map(({ rate, width }) => [rate, width])).toEqual(
    Array.from({ length: 4 }, () => [null, 0]),
  );
  expect(overallRate(none)).toBeNull();
});

it('is drawn to scale, and each bar fits into the full width', () => {
  expect(stepsOf({ view: 2, created: 8, signed: 4, paid: 0 }).map(({ width }) => width)).toEqual([
    0.25, 1, 0.5, 0,
  ]);
});
