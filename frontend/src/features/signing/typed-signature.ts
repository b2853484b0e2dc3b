import { signaturePng, STORED_INK, type Size } from './signature-image.js';

const FAMILY = 'La Belle Aurore';
/** Of the image a typed name is drawn on; it is cropped to the ink afterwards. */
const PAPER: Size = { width: 640, height: 200 };
/** At either side of the letters. */
const AIR = 20;
const BASELINE = PAPER.height * 0.62;
const LARGEST = 76;
const SMALLEST = 24;

/** The handwriting font, loaded only when 'type' is chosen. */
export async function loadHand(text: string): Promise<void> {
  await Promise.all([
    import('@fontsource/la-belle-aurore/latin-400.css'),
    import('@fontsource/la-belle-aurore/latin-ext-400.css'),
  ]);
  await document.fonts.load(`${LARGEST}px "${FAMILY}"`, text || 'Siegel');
}

const fontOf = (size: number): string => `${size}px "${FAMILY}", cursive`;

/** The largest size at which the name fits. @param measure width in pixels at a font size */
export function fittingSize(measure: (fontSize: number) => number, room: number): number {
  let size = LARGEST;
  while (size > SMALLEST && measure(size) > room) size -= 2;
  return size;
}

/**
 * Where an image of letters ends at least, as a share of their height: a quarter of a signature is shown below
 * the line, so that letters without tails stand on it.
 */
const BELOW = 1 / 3;

/** Letters that do not get smaller any more take a longer sheet: none is cut off. */
export const paperFor = (width: number): Size => ({
  ...PAPER,
  width: Math.max(PAPER.width, Math.ceil(width) + 2 * AIR),
});

/** The same PNG that drawing gives, from a typed name; null for an empty one. */
export function typedPng(name: string): string | null {
  const text = name.trim();
  const measuring = document.createElement('canvas').getContext('2d');
  if (text === '' || measuring === null) return null;
  const measured = (size: number) => {
    measuring.font = fontOf(size);
    return measuring.measureText(text);
  };
  const size = fittingSize((candidate) => measured(candidate).width, PAPER.width - 2 * AIR);
  return signaturePng(
    paperFor(measured(size).width),
    (canvas) => {
      const context = canvas.getContext('2d');
      if (context === null) return;
      context.font = fontOf(size);
      context.fillStyle = STORED_INK;
      context.fillText(text, AIR, BASELINE);
    },
    BASELINE + measured(size).actualBoundingBoxAscent * BELOW,
  );
}
