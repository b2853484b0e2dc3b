import { signaturePng, STORED_INK, type Size } from './signature-image.js';

const FAMILY = 'La Belle Aurore';
/** Of the image a typed name is drawn on; it is cropped to the ink afterwards. */
const PAPER: Size = { width: 640, height: 200 };
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

/** The largest size at which the name fits. @param measure width in pixels at a font size */
export function fittingSize(measure: (fontSize: number) => number, room: number): number {
  let size = LARGEST;
  while (size > SMALLEST && measure(size) > room) size -= 2;
  return size;
}

/** The same PNG that drawing gives, from a typed name; null for an empty one. */
export function typedPng(name: string): string | null {
  const text = name.trim();
  if (text === '') return null;
  return signaturePng(PAPER, (canvas) => {
    const context = canvas.getContext('2d');
    if (context === null) return;
    const font = (size: number) => `${size}px "${FAMILY}", cursive`;
    const measure = (size: number) => {
      context.font = font(size);
      return context.measureText(text).width;
    };
    context.font = font(fittingSize(measure, PAPER.width - 40));
    context.fillStyle = STORED_INK;
    context.fillText(text, 20, PAPER.height * 0.62);
  });
}
