/**
 * Computes the round dabs that the pad paints for the points of a stroke. The pad's own program
 * (signature_pad, `fromData`) paints the dabs on its canvas, but does not return them. Reading back a canvas
 * may return another picture than the picture on the screen (rule:stored-as-drawn). So this file computes the
 * dabs again. A test compares them with the dabs that the pad paints.
 */

export interface PenPoint {
  readonly x: number;
  readonly y: number;
  /** Milliseconds. */
  readonly time: number;
}

export interface Pen {
  readonly minWidth: number;
  readonly maxWidth: number;
  readonly dotSize: number;
  readonly velocityFilterWeight: number;
}

/** In CSS pixels. */
export interface Dab {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

interface Position {
  readonly x: number;
  readonly y: number;
}

/** A cubic curve from one point of a stroke to the next, with the pen's width at both ends. */
interface Curve {
  readonly from: Position;
  readonly first: Position;
  readonly second: Position;
  readonly to: Position;
  readonly startWidth: number;
  readonly endWidth: number;
}

const LENGTH_STEPS = 10;

const distance = (a: Position, b: Position): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);

/**
 * Returns the two Bézier handles at `middle`: `arriving` for the curve that ends there, and `leaving` for the
 * curve that begins there.
 */
function handles(
  first: Position,
  middle: Position,
  last: Position,
): { arriving: Position; leaving: Position } {
  const before = { x: (first.x + middle.x) / 2, y: (first.y + middle.y) / 2 };
  const behind = { x: (middle.x + last.x) / 2, y: (middle.y + last.y) / 2 };
  const whole = distance(first, middle) + distance(middle, last);
  const share = whole === 0 ? 0 : distance(middle, last) / whole;
  const shift = {
    x: middle.x - (behind.x + (before.x - behind.x) * share),
    y: middle.y - (behind.y + (before.y - behind.y) * share),
  };
  return {
    arriving: { x: before.x + shift.x, y: before.y + shift.y },
    leaving: { x: behind.x + shift.x, y: behind.y + shift.y },
  };
}

/**
 * Returns one coordinate of a curve. The factors are multiplied in the same order as in the pad's program.
 * Lengths are rounded up afterwards, so even a difference in the last bit could change the result.
 */
const coordinateOn = (t: number, from: number, first: number, second: number, to: number): number =>
  from * (1 - t) * (1 - t) * (1 - t) +
  3 * first * (1 - t) * (1 - t) * t +
  3 * second * (1 - t) * t * t +
  to * t * t * t;

const positionOn = ({ from, first, second, to }: Curve, t: number): Position => ({
  x: coordinateOn(t, from.x, first.x, second.x, to.x),
  y: coordinateOn(t, from.y, first.y, second.y, to.y),
});

function lengthOf(curve: Curve): number {
  let length = 0;
  let last = positionOn(curve, 0);
  for (let step = 1; step <= LENGTH_STEPS; step += 1) {
    const next = positionOn(curve, step / LENGTH_STEPS);
    length += distance(last, next);
    last = next;
  }
  return length;
}

function dabsOfCurve(curve: Curve, { maxWidth }: Pen): Dab[] {
  const steps = Math.ceil(lengthOf(curve)) * 2;
  const grows = curve.endWidth - curve.startWidth;
  return Array.from({ length: steps }, (_, step) => {
    const t = step / steps;
    return { ...positionOn(curve, t), radius: Math.min(curve.startWidth + t * t * t * grows, maxWidth) };
  });
}

/** Yields the curves of a stroke. The faster the pen moves, the thinner the curve. */
function* curvesOf(points: readonly PenPoint[], pen: Pen): Generator<Curve> {
  let velocity = 0;
  let width = (pen.minWidth + pen.maxWidth) / 2;
  for (let at = 2; at < points.length; at += 1) {
    const [before, from, to, last] = [
      points[Math.max(at - 3, 0)],
      points[at - 2],
      points[at - 1],
      points[at],
    ];
    if (before === undefined || from === undefined || to === undefined || last === undefined) return;
    const quick = to.time === from.time ? 0 : distance(to, from) / (to.time - from.time);
    velocity = pen.velocityFilterWeight * quick + (1 - pen.velocityFilterWeight) * velocity;
    const endWidth = Math.max(pen.maxWidth / (velocity + 1), pen.minWidth);
    // The pad swaps the handles of a curve. `first` is the handle at the curve's end, and `second` is the
    // handle at its beginning.
    const first = handles(from, to, last).arriving;
    const second = handles(before, from, to).leaving;
    yield { from, first, second, to, startWidth: width, endWidth };
    width = endWidth;
  }
}

function dabsOfLine(from: Position, to: Position, { dotSize }: Pen): Dab[] {
  const steps = Math.ceil(distance(from, to)) * 2;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = steps === 0 ? 0 : step / steps;
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t, radius: dotSize };
  });
}

/** Returns the dabs of a stroke. A tap gives a dot, two points give a line, more points give curves. */
export function dabsOf(points: readonly PenPoint[], pen: Pen): Dab[] {
  const [first, second] = points;
  if (first === undefined) return [];
  if (points.length > 2) return [...curvesOf(points, pen)].flatMap((curve) => dabsOfCurve(curve, pen));
  return dabsOfLine(first, second ?? first, pen);
}
