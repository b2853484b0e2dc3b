import { SEAL_BOWL, SEAL_GAP, SEAL_STROKE, SEAL_WAX } from '@siegel/contracts/brand/seal-shape';
import type { ContentCanvas } from 'pdfmake/interfaces.js';
import { drawing, type Pen } from './drawing.js';

const WAX = '#A3262A';
const RIM = '#C65A56';
const ON_WAX = '#FFF8F1';
const STROKE_WIDTH = 5.4;
/** Length of a side of the square in which the seal's shape is defined. */
const SQUARE = 100;
const MIDDLE = [SQUARE / 2, SQUARE / 2] as const;

const stroke = (pen: Pen): Pen => pen.lineWidth(STROKE_WIDTH).path(SEAL_STROKE).stroke(ON_WAX);
const bowl = (pen: Pen): Pen =>
  pen
    .lineWidth(STROKE_WIDTH + SEAL_GAP)
    .path(SEAL_BOWL)
    .stroke(WAX)
    .lineWidth(STROKE_WIDTH)
    .path(SEAL_BOWL)
    .stroke(ON_WAX);

/** Party 2's stroke is Party 1's stroke, rotated (`SEAL_TURN`). */
function turned(pen: Pen, draw: (pen: Pen) => Pen): void {
  pen.save().rotate(180, { origin: MIDDLE });
  draw(pen).restore();
}

/** The seal with both parties' strokes. @param size points */
export const sealMark = (size: number): ContentCanvas =>
  drawing(size, size, (pen) => {
    pen
      .scale(size / SQUARE)
      .path(SEAL_WAX)
      .fill(WAX);
    pen
      .circle(...MIDDLE, 38.6)
      .lineWidth(1.2)
      .stroke(RIM)
      .lineCap('round');
    stroke(pen);
    turned(pen, stroke);
    bowl(pen);
    turned(pen, bowl);
  });
