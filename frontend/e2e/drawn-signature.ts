import type { Locator, Page } from '@playwright/test';
import { decode } from 'fast-png';

interface Point {
  x: number;
  y: number;
}

/** Strokes on the pad, in CSS pixels from its upper left corner: a wave, a loop, and a line to the left. */
const STROKES: readonly (readonly Point[])[] = [
  Array.from({ length: 40 }, (_, at) => ({ x: 70 + at * 5, y: 110 + Math.round(34 * Math.sin(at / 4)) })),
  Array.from({ length: 30 }, (_, at) => ({
    x: 200 + Math.round(40 * Math.cos(at / 4)),
    y: 110 + Math.round(30 * Math.sin(at / 4)),
  })),
  Array.from({ length: 20 }, (_, at) => ({ x: 260 - at * 8, y: 160 + Math.round(at / 3) })),
];
/**
 * The pad does not draw the last piece of a stroke, not even on the screen. So these paths leave out the last
 * point of each stroke.
 */
const PATHS = STROKES.map((stroke) => stroke.slice(0, -1));

/**
 * `PEN` is half the width of the widest pen. `SLACK` is the deviation caused by curves and by rounding to
 * whole pixels. Both are in CSS pixels.
 */
const PEN = 2.6;
const SLACK = 2;
/** Picture pixels per screen pixel. */
const SCALE = 2;
/** A pixel counts as ink if its opacity (0 to 255) is above this value. */
const SEEN = 56;

export async function drawStrokes(page: Page, card: Locator): Promise<void> {
  const canvas = card.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The pad is not on the screen.');
  for (const [first, ...others] of STROKES) {
    if (first === undefined) continue;
    await page.mouse.move(box.x + first.x, box.y + first.y);
    await page.mouse.down();
    for (const { x, y } of others) await page.mouse.move(box.x + x, box.y + y);
    await page.mouse.up();
  }
}

const boxOf = (points: readonly Point[]) => ({
  left: Math.min(...points.map(({ x }) => x)),
  right: Math.max(...points.map(({ x }) => x)),
  top: Math.min(...points.map(({ y }) => y)),
  bottom: Math.max(...points.map(({ y }) => y)),
});

/** Returns points along a stroke, at most half a pixel apart. */
const along = (path: readonly Point[]): Point[] =>
  path.slice(1).flatMap((to, at) => {
    const from = path[at] ?? to;
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) * 2);
    return Array.from({ length: steps + 1 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }));
  });

/** Returns the position of each pixel that has ink, and the size of the picture. Both are in CSS pixels. */
function inkOf(png: Buffer): { ink: Point[]; width: number; height: number } {
  const { data, width, height, palette, channels } = decode(png);
  const strength = (at: number): number =>
    palette === undefined ? (data[at * channels + channels - 1] ?? 0) : (palette[data[at] ?? 0]?.[3] ?? 255);
  const ink: Point[] = [];
  for (let at = 0; at < width * height; at += 1)
    if (strength(at) > SEEN)
      ink.push({ x: ((at % width) + 0.5) / SCALE, y: (Math.floor(at / width) + 0.5) / SCALE });
  return { ink, width: width / SCALE, height: height / SCALE };
}

export interface Difference {
  /** Share of the drawn strokes that has no ink in the picture. */
  missing: number;
  /** Share of the ink that is outside the strokes. */
  surplus: number;
  /**
   * Difference between the size of the drawn strokes and the size of the ink in the stored picture, in CSS
   * pixels. The width of the pen and the tolerance `SLACK` are already subtracted.
   */
  size: number;
}

/** Compares a stored picture with the strokes that were drawn. */
export function differenceFrom(png: Buffer): Difference {
  const { ink } = inkOf(png);
  const path = PATHS.flatMap(along);
  const [drawn, found] = [boxOf(path), boxOf(ink.length === 0 ? [{ x: 0, y: 0 }] : ink)];
  // Drawing and picture have the same size except for the width of the pen. So align their centres.
  const shift = {
    x: (found.left + found.right - drawn.left - drawn.right) / 2,
    y: (found.top + found.bottom - drawn.top - drawn.bottom) / 2,
  };
  const near = new Set(ink.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`));
  const reach = [-SLACK, -1, 0, 1, SLACK];
  const hasInk = ({ x, y }: Point): boolean =>
    reach.some((dx) =>
      reach.some((dy) => near.has(`${Math.round(x + shift.x) + dx} ${Math.round(y + shift.y) + dy}`)),
    );
  const isDrawn = ({ x, y }: Point): boolean =>
    path.some((point) => Math.hypot(point.x + shift.x - x, point.y + shift.y - y) <= PEN + SLACK);
  const wider = Math.abs(found.right - found.left - (drawn.right - drawn.left));
  const higher = Math.abs(found.bottom - found.top - (drawn.bottom - drawn.top));
  return {
    missing: path.filter((point) => !hasInk(point)).length / path.length,
    surplus: ink.length === 0 ? 1 : ink.filter((dot) => !isDrawn(dot)).length / ink.length,
    size: Math.max(0, Math.max(wider, higher) - 2 * (PEN + SLACK)),
  };
}

/** Returns the stored picture of Party 1's signature. */
export async function storedPicture(page: Page, id: string): Promise<Buffer> {
  const { party1Signature } = (await (await page.request.get(`/api/ndas/${id}`)).json()) as {
    party1Signature: string | null;
  };
  if (party1Signature === null) throw new Error('There is no signature.');
  return (await page.request.get(party1Signature)).body();
}
