import type { InkPicture } from '@siegel/contracts/signature/png-writer';
import type { Contour, Point } from './outline.js';

const FULL = 255;
/**
 * Horizontal distance in dots. An edge that moves less than this within a row counts as vertical. Otherwise
 * the code would divide by a number close to zero.
 */
const UPRIGHT = 1e-6;

/**
 * Computes which share of each dot lies inside closed lines. `areas` does not contain these shares, but the
 * differences between neighbouring dots of a row. Each edge adds its own differences. The sum of an edge's
 * differences, from the start of the row up to a dot, is the part of the dot to the right of that edge. The
 * sum over all edges is the share of the dot inside the lines. Overlapping outlines count once.
 */
class Areas {
  private readonly areas: Float64Array;
  private readonly stride: number;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    // Each row has two more columns than the picture, because an edge at the end of a row also adds to the
    // column behind it.
    this.stride = width + 2;
    this.areas = new Float64Array(this.stride * height);
  }

  edge(from: Point, to: Point): void {
    if (from.y === to.y) return;
    const [upper, lower, direction] = from.y < to.y ? [from, to, 1] : [to, from, -1];
    const slope = (lower.x - upper.x) / (lower.y - upper.y);
    const last = Math.min(this.height, Math.ceil(lower.y));
    for (let row = Math.max(0, Math.floor(upper.y)); row < last; row += 1) {
      const [top, bottom] = [Math.max(row, upper.y), Math.min(row + 1, lower.y)];
      const left = upper.x + (top - upper.y) * slope;
      const right = upper.x + (bottom - upper.y) * slope;
      this.piece(row, Math.min(left, right), Math.max(left, right), (bottom - top) * direction);
    }
  }

  /**
   * Adds the piece of an edge that lies within one row. The piece reaches horizontally from `left` to
   * `right`. `high` is its height, and is negative if the edge runs upwards. The piece affects all dots to
   * its right.
   */
  private piece(row: number, left: number, right: number, high: number): void {
    const first = Math.floor(left);
    const beyond = Math.max(first + 1, Math.ceil(right));
    let before = 0;
    for (let column = first; column < beyond; column += 1) {
      const covered = shareBehind(column, left, right);
      this.add(row, column, high * (covered - before));
      before = covered;
    }
    this.add(row, beyond, high * (1 - before));
  }

  private add(row: number, column: number, area: number): void {
    const at = row * this.stride + column;
    this.areas[at] = (this.areas[at] ?? 0) + area;
  }

  cover(): Uint8Array {
    const cover = new Uint8Array(this.width * this.height);
    for (let row = 0; row < this.height; row += 1) {
      let sum = 0;
      for (let column = 0; column < this.width; column += 1) {
        sum += this.areas[row * this.stride + column] ?? 0;
        cover[row * this.width + column] = Math.round(Math.min(1, Math.abs(sum)) * FULL);
      }
    }
    return cover;
  }
}

/**
 * Returns the share of a dot that is to the right of an edge. The edge moves from `left` to `right` within
 * the row.
 */
function shareBehind(column: number, left: number, right: number): number {
  const wide = right - left;
  if (wide < UPRIGHT) return Math.min(1, Math.max(0, column + 1 - (left + right) / 2));
  return (areaBehind(column + 1, left, right) - areaBehind(column, left, right)) / wide;
}

/** Returns the integral, along the edge, of the distance by which `at` is to the right of the edge. */
function areaBehind(at: number, left: number, right: number): number {
  const near = Math.max(0, at - left);
  const far = Math.max(0, at - right);
  return (near * near - far * far) / 2;
}

/** Returns a picture in which the closed lines are filled. The coordinates of the lines are in dots. */
export function filled(contours: readonly Contour[], width: number, height: number): InkPicture {
  const areas = new Areas(width, height);
  for (const contour of contours)
    contour.forEach((point, index) => areas.edge(contour.at(index - 1) ?? point, point));
  return { width, height, cover: areas.cover() };
}
