import type { Hand } from '@siegel/contracts/limits';
import { signatureFile } from '@siegel/contracts/signature/signature-png';
import { filled } from './fill.js';
import { runsOf } from './hand-runs.js';
import { type Contour, type Outline, outlineOf } from './outline.js';

/** Maximum width of a name in CSS pixels. */
const ROOM = 600;
/** Sizes of the em in CSS pixels. A long name is written smaller, but remains legible. */
const LARGEST = 76;
const SMALLEST = 24;
const STEP = 2;
/**
 * Space around the outermost letters on the sheet, in CSS pixels. The stored picture has a smaller margin.
 */
const AIR = 8;
/**
 * Minimum space below the baseline, as a share of the letters' height above the baseline. A quarter of a
 * signature is shown below the signature line. With this space, letters without descenders rest on the line.
 */
const BELOW = 1 / 3;

/**
 * Returns the largest legible size at which the name fits.
 * @param widthAt width of the name at a size
 */
export function fittingSize(widthAt: (size: number) => number): number {
  let size = LARGEST;
  while (size > SMALLEST && widthAt(size) > ROOM) size -= STEP;
  return size;
}

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function boundsOf(contours: readonly Contour[]): Bounds | undefined {
  if (contours.every((contour) => contour.length === 0)) return undefined;
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { x, y } of contours.flat()) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

function outlineThatFits(name: string, hand: Hand): Outline {
  const runs = runsOf(name, hand);
  // The width of a name is proportional to the size of the em, so the width at any size follows from one
  // outline.
  const { advance } = outlineOf(runs, 1);
  return outlineOf(
    runs,
    fittingSize((size) => advance * size),
  );
}

/**
 * Returns a name in handwriting, as the PNG for signing (rule:typed-by-the-service). The same name and hand
 * give the same bytes. Returns null if no part of the name would be visible.
 * @throws RuleBroken `invalid_signature` if the name has a letter that no hand has
 */
export function writeName(name: string, hand: Hand): Uint8Array | null {
  const { contours } = outlineThatFits(name, hand);
  const bounds = boundsOf(contours);
  if (bounds === undefined) return null;
  const baseline = AIR - bounds.top;
  const floor = baseline + Math.max(0, -bounds.top) * BELOW;
  const size = {
    width: bounds.right - bounds.left + 2 * AIR,
    height: Math.max(baseline + bounds.bottom, floor) + AIR,
  };
  const file = signatureFile(
    size,
    (scale) => {
      const placed = contours.map((contour) =>
        contour.map(({ x, y }) => ({ x: (x - bounds.left + AIR) * scale, y: (y + baseline) * scale })),
      );
      return filled(placed, Math.ceil(size.width * scale), Math.ceil(size.height * scale));
    },
    floor,
  );
  return file?.png ?? null;
}
