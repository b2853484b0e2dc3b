import type { InkPicture } from './png-writer.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Returns the smallest box around all ink, or null for a blank picture. */
export function inkBox({ width, height, cover }: InkPicture): Box | null {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((cover[y * width + x] ?? 0) === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Returns the box widened by a margin, but not beyond the edges of the picture. */
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

/** Returns the part of the picture inside the box. */
export function cropped({ width, cover }: InkPicture, box: Box): InkPicture {
  const part = new Uint8Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1) {
    const from = (box.y + row) * width + box.x;
    part.set(cover.subarray(from, from + box.width), row * box.width);
  }
  return { width: box.width, height: box.height, cover: part };
}
