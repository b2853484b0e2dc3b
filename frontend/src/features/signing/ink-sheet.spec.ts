import * as fc from 'fast-check';
import { InkSheet } from './ink-sheet.js';
import type { Dab } from './pen-strokes.js';

const SIZE = { width: 60, height: 40 };
const SCALE = 2;
const dabs: fc.Arbitrary<Dab> = fc.record({
  x: fc.double({ min: -5, max: 65, noNaN: true }),
  y: fc.double({ min: -5, max: 45, noNaN: true }),
  radius: fc.double({ min: 1.2, max: 2.6, noNaN: true }),
});

/**
 * Returns the fraction of a dot that a dab covers. Computes it by testing a grid of points within the dot.
 */
function counted(dab: Dab, column: number, row: number): number {
  const POINTS = 8;
  let inside = 0;
  for (let a = 0; a < POINTS; a += 1)
    for (let b = 0; b < POINTS; b += 1) {
      const x = (column + (a + 0.5) / POINTS) / SCALE - dab.x;
      const y = (row + (b + 0.5) / POINTS) / SCALE - dab.y;
      if (x * x + y * y <= dab.radius * dab.radius) inside += 1;
    }
  return inside / (POINTS * POINTS);
}

describe('a sheet', () => {
  it('is covered only where a dab is, with soft edges', () => {
    fc.assert(
      fc.property(dabs, (dab) => {
        const sheet = new InkSheet(SIZE, SCALE);
        sheet.put(dab);
        const wrong = Array.from(sheet.cover, (covered, at) =>
          Math.abs(covered / 255 - counted(dab, at % sheet.width, Math.floor(at / sheet.width))),
        );
        expect(wrong.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(0.15);
      }),
      { numRuns: 20 },
    );
  });

  it('looks alike for any order of the dabs, and more dabs never cover less', () => {
    fc.assert(
      fc.property(fc.array(dabs, { maxLength: 20 }), (all) => {
        const [there, back, half] = [0, 1, 2].map(() => new InkSheet(SIZE, SCALE));
        for (const dab of all) there?.put(dab);
        for (const dab of all.toReversed()) back?.put(dab);
        for (const dab of all.slice(0, all.length / 2)) half?.put(dab);
        expect(back?.cover).toEqual(there?.cover);
        expect(half?.cover.every((value, at) => value <= (there?.cover[at] ?? 0))).toBe(true);
      }),
    );
  });
});
