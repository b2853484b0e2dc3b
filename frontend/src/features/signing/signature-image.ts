import { SIGNATURE_MAX_BYTES, SIGNATURE_MAX_HEIGHT, SIGNATURE_MAX_WIDTH } from '@siegel/contracts/limits';

/**
 * Stored in dark ink whatever the colour scheme, since the PDF is white. The pen of the design: `--royal` in
 * the light scheme.
 */
export const STORED_INK = '#26429B';

export interface Size {
  width: number;
  height: number;
}
export interface Box extends Size {
  x: number;
  y: number;
}

/** Pixels of air around the ink, before scaling. */
const MARGIN = 6;
const FINEST = 2;

/** How many image pixels one CSS pixel becomes: fine, but within 2000 x 1000 (rule:signature-image). */
export function exportScale({ width, height }: Size): number {
  return Math.min(FINEST, SIGNATURE_MAX_WIDTH / width, SIGNATURE_MAX_HEIGHT / height);
}

/**
 * The smallest box around everything that is not transparent, or null for a blank image. `rgba` is row by
 * row, four bytes a pixel.
 */
export function inkBox(rgba: ArrayLike<number>, { width, height }: Size): Box | null {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((rgba[(y * width + x) * 4 + 3] ?? 0) === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The box with some air, kept inside the image. */
export function withMargin(box: Box, { width, height }: Size, margin: number): Box {
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width + margin) - x,
    height: Math.min(height, box.y + box.height + margin) - y,
  };
}

/** Bytes that a base64 data URL holds. */
export function dataUrlBytes(dataUrl: string): number {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}

/** Draws in CSS pixels on a canvas that is scaled already. */
export type Draw = (canvas: HTMLCanvasElement, scale: number) => void;

/** The box down to that height at least. */
const downTo = (box: Box, floor: number): Box => ({ ...box, height: Math.max(box.height, floor - box.y) });

function rendered(size: Size, scale: number, draw: Draw, floor: number): string | null {
  const whole = document.createElement('canvas');
  whole.width = Math.floor(size.width * scale);
  whole.height = Math.floor(size.height * scale);
  const context = whole.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.scale(scale, scale);
  draw(whole, scale);
  const box = inkBox(context.getImageData(0, 0, whole.width, whole.height).data, whole);
  if (box === null) return null;
  const crop = withMargin(downTo(box, Math.round(floor * scale)), whole, MARGIN * scale);
  const cropped = document.createElement('canvas');
  cropped.width = Math.round(crop.width);
  cropped.height = Math.round(crop.height);
  cropped.getContext('2d')?.drawImage(whole, -crop.x, -crop.y);
  return cropped.toDataURL('image/png');
}

/**
 * PNG data URL of the ink alone, within 2000 x 1000 and 200 kB; null when nothing was drawn.
 * @param floor CSS pixels from the top down to which the image reaches, also where there is no ink
 */
export function signaturePng(size: Size, draw: Draw, floor = 0): string | null {
  let scale = exportScale(size);
  let image = rendered(size, scale, draw, floor);
  while (image !== null && dataUrlBytes(image) > SIGNATURE_MAX_BYTES && scale > 0.25) {
    scale /= 2;
    image = rendered(size, scale, draw, floor);
  }
  return image;
}
