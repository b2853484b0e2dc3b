import {
  SIGNATURE_INK_CONTRAST,
  SIGNATURE_INK_MAX,
  SIGNATURE_MAX_BYTES,
  SIGNATURE_MAX_HEIGHT,
  SIGNATURE_MAX_WIDTH,
} from '../limits.js';
import { cropped, inkBox, type Size, withMargin } from './ink-box.js';
import { type Ink, type InkPicture, writePng } from './png-writer.js';

/**
 * A signature is stored in dark ink in every colour scheme, because the PDF is white. The ink is the design's
 * pen colour: `--royal` in the light scheme, #26429B.
 */
export const STORED_INK: Ink = [0x26, 0x42, 0x9b];

/** Pixels of margin around the ink, before scaling. */
const MARGIN = 6;
const FINEST = 2;
const COARSEST = 0.25;
const WHITE = 255;

/**
 * Returns the number of picture pixels per CSS pixel: at most `FINEST`, and only as many as fit into 2000 x
 * 1000 (rule:signature-image).
 */
export function exportScale({ width, height }: Size): number {
  return Math.min(FINEST, SIGNATURE_MAX_WIDTH / width, SIGNATURE_MAX_HEIGHT / height);
}

/**
 * Coverage, from 0 to 255. The service counts a pixel as ink if the stored ink, drawn on white, covers more
 * of the pixel than this.
 */
const INK_COVERAGE = (SIGNATURE_INK_CONTRAST * WHITE) / (WHITE - Math.min(...STORED_INK));

/** Returns the share of a picture's pixels that the service counts as ink (rule:ink-on-paper). */
export function inkShare({ cover }: InkPicture): number {
  let dots = 0;
  for (const covered of cover) if (covered > INK_COVERAGE) dots += 1;
  return dots / cover.length;
}

/** Draws the signature. `scale` is the number of picture pixels per CSS pixel. */
export type Draw = (scale: number) => InkPicture;

/**
 * Returns the part of the sheet that contains the ink, with a margin. Returns the whole sheet if too much of
 * that part is ink. Returns null for a blank sheet.
 */
function picture(sheet: InkPicture, scale: number, floor: number): InkPicture | null {
  const box = inkBox(sheet);
  if (box === null) return null;
  const reaching = { ...box, height: Math.max(box.height, Math.round(floor * scale) - box.y) };
  const part = cropped(sheet, withMargin(reaching, sheet, Math.round(MARGIN * scale)));
  return inkShare(part) > SIGNATURE_INK_MAX ? sheet : part;
}

export interface SignatureFile {
  readonly png: Uint8Array;
  /** True if even the whole sheet has a higher share of ink than the service accepts. */
  readonly crowded: boolean;
}

/**
 * Returns the signature in the form in which it is stored: only the ink, within 2000 x 1000 and 200 kB.
 * Returns null if nothing was drawn.
 * @param size of the sheet in CSS pixels
 * @param floor the picture reaches at least this many CSS pixels down from the top of the sheet, even if
 * there is no ink that far down
 */
export function signatureFile(size: Size, draw: Draw, floor = 0): SignatureFile | null {
  for (let scale = exportScale(size); ; scale /= 2) {
    const found = picture(draw(scale), scale, floor);
    if (found === null) return null;
    const png = writePng(found, STORED_INK);
    if (png.length <= SIGNATURE_MAX_BYTES || scale <= COARSEST)
      return { png, crowded: inkShare(found) > SIGNATURE_INK_MAX };
  }
}
