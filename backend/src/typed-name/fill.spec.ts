import * as fc from 'fast-check';
import { filled } from './fill.js';
import type { Contour, Point } from './outline.js';

const WIDTH = 30;
const HEIGHT = 20;
const point: fc.Arbitrary<Point> = fc.record({
  x: fc.double({ min: 1, max: WIDTH - 2, noNaN: true }),
  y: fc.double({ min: 1, max: HEIGHT - 2, noNaN: true }),
});
const triangles = fc.tuple(point, point, point);
const cover = (contours: readonly Contour[]): Uint8Array => filled(contours, WIDTH, HEIGHT).cover;
const sum = (values: Uint8Array): number => values.reduce((all, value) => all + value, 0) / 255;
const areaOf = ([a, b, c]: readonly [Point, Point, Point]): number =>
  Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2;

describe('closed lines', () => {
  it('cover their area dot by dot, in either direction', () => {
    fc.assert(
      fc.property(triangles, (triangle) => {
        const covered = cover([triangle]);
        expect(Math.abs(sum(covered) - areaOf(triangle))).toBeLessThan(1);
        const back = cover([triangle.toReversed()]);
        expect(covered.every((value, at) => Math.abs(value - (back[at] ?? 0)) <= 1)).toBe(true);
      }),
    );
  });

  it('cover whole dots fully, half dots by half, and no other dots', () => {
    const box = (left: number, top: number, right: number, bottom: number): Contour => [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ];
    const covered = cover([box(3, 2, 10.5, 5)]);
    const row = (at: number): number[] => [...covered.subarray(at * WIDTH + 2, at * WIDTH + 12)];
    expect(row(1)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(row(3)).toEqual([0, 255, 255, 255, 255, 255, 255, 255, 128, 0]);
    expect(row(5)).toEqual(Array.from({ length: 10 }, () => 0));
    // Strokes of a letter may overlap. An inner line in the opposite direction makes a hole.
    expect(sum(cover([box(3, 2, 10, 5), box(3, 2, 10, 5)]))).toBe(21);
    expect(sum(cover([box(3, 2, 13, 12), box(5, 4, 9, 8).toReversed()]))).toBe(84);
  });
});
