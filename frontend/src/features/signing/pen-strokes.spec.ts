import * as fc from 'fast-check';
import SignaturePad from 'signature_pad';
import { PEN } from './drawn-pad.js';
import { type Dab, dabsOf, type PenPoint } from './pen-strokes.js';

/** Returns the shapes that the pad paints on its canvas for a stroke. Each shape is a dab or a line. */
function painted(points: readonly PenPoint[]): { dabs: Dab[]; lines: number[][] } {
  const dabs: Dab[] = [];
  const lines: number[][] = [];
  let from = [0, 0];
  const context = {
    clearRect() {},
    fillRect() {},
    beginPath() {},
    closePath() {},
    fill() {},
    stroke() {},
    save() {},
    restore() {},
    moveTo: (x: number, y: number) => (from = [x, y]),
    lineTo: (x: number, y: number) => lines.push([...from, x, y]),
    arc: (x: number, y: number, radius: number) => dabs.push({ x, y, radius }),
  };
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { getContext: () => context });
  const pad = new SignaturePad(canvas, PEN);
  pad.off();
  pad.fromData([
    { ...PEN, penColor: '', compositeOperation: 'source-over', points: points.map(withPressure) },
  ]);
  return { dabs, lines };
}
const withPressure = (point: PenPoint) => ({ ...point, pressure: 0.5 });

const isNear = (one: Dab, other: Dab | undefined): boolean =>
  other !== undefined &&
  Math.hypot(one.x - other.x, one.y - other.y) < 1e-6 &&
  Math.abs(one.radius - other.radius) < 1e-9;

const place = fc.double({ min: 0, max: 600, noNaN: true });
const points = (minLength: number, maxLength: number): fc.Arbitrary<PenPoint[]> =>
  fc
    .array(fc.record({ x: place, y: place, pause: fc.integer({ min: 0, max: 60 }) }), {
      minLength,
      maxLength,
    })
    .map((all) => {
      let time = 1_700_000_000_000;
      return all.map(({ x, y, pause }) => ({ x, y, time: (time += pause) }));
    });

describe('the dabs of a stroke', () => {
  it('equal the dabs that the pad paints, in number, size and place', () => {
    fc.assert(
      fc.property(points(3, 12), (stroke) => {
        const shown = painted(stroke).dabs;
        const kept = dabsOf(stroke, PEN);
        expect(kept).toHaveLength(shown.length);
        const elsewhere = kept.filter((dab, index) => !isNear(dab, shown[index]));
        expect(elsewhere).toEqual([]);
      }),
    );
  });

  it('cover the whole line that the pad paints for two points', () => {
    fc.assert(
      fc.property(points(2, 2), (stroke) => {
        const [line = []] = painted(stroke).lines;
        const dabs = dabsOf(stroke, PEN);
        const [first, last] = [dabs[0], dabs.at(-1)];
        [first?.x, first?.y, last?.x, last?.y].forEach((value, at) =>
          expect(value).toBeCloseTo(line[at] ?? -1, 6),
        );
        const steps = dabs
          .slice(1)
          .map(({ x, y }, at) => Math.hypot(x - (dabs[at]?.x ?? 0), y - (dabs[at]?.y ?? 0)));
        expect(Math.max(0, ...steps)).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(dabs.every(({ radius }) => radius === PEN.dotSize)).toBe(true);
      }),
    );
  });

  it('are a single dot for a tap, as on the pad', () => {
    const tap = [{ x: 40, y: 50, time: 7 }];
    expect(dabsOf(tap, PEN)).toEqual(painted(tap).dabs);
    expect(dabsOf([], PEN)).toEqual([]);
  });
});
