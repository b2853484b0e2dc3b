import type { ContentCanvas } from 'pdfmake/interfaces.js';
import { drawing } from './drawing.js';
import { HAIRLINE } from './page-style.js';

const PERIOD = 24;
const STEP = 1.5;
const STRANDS = 4;

function strand(index: number, width: number, height: number): string {
  const middle = height / 2;
  const swing = (middle - 1) * Math.cos((index * Math.PI) / STRANDS);
  const phase = (index * Math.PI) / STRANDS;
  const points: string[] = [];
  for (let x = 0; x <= width; x += STEP)
    points.push(
      `${x.toFixed(2)} ${(middle + swing * Math.sin((2 * Math.PI * x) / PERIOD + phase)).toFixed(2)}`,
    );
  return `M${points.join('L')}`;
}

/** The braid of sine lines at the top of the agreement. Lengths are points. */
export function guilloche(width: number, height: number): ContentCanvas {
  const path = Array.from({ length: STRANDS }, (_, index) => strand(index, width, height)).join('');
  return drawing(width, height, (pen) => pen.lineWidth(0.45).path(path).stroke(HAIRLINE));
}
