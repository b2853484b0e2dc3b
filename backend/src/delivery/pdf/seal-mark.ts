import { SEAL_BOWL, SEAL_GAP, SEAL_STROKE, SEAL_TURN, SEAL_WAX } from '@siegel/contracts/brand/seal-shape';

const WAX = '#A3262A';
const RIM = '#C65A56';
const ON_WAX = '#FFF8F1';
const STROKE_WIDTH = 5.4;

const path = (shape: string, colour: string, width: number): string =>
  `<path d="${shape}" stroke="${colour}" stroke-width="${width}"/>`;
const bowl = path(SEAL_BOWL, WAX, STROKE_WIDTH + SEAL_GAP) + path(SEAL_BOWL, ON_WAX, STROKE_WIDTH);
const stroke = path(SEAL_STROKE, ON_WAX, STROKE_WIDTH);

/** The seal with both parties' strokes, as SVG. @param size points */
export const sealMark = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">` +
  `<path d="${SEAL_WAX}" fill="${WAX}"/><circle cx="50" cy="50" r="38.6" fill="none" stroke="${RIM}" stroke-width="1.2"/>` +
  `<g fill="none" stroke-linecap="round">${stroke}<g transform="${SEAL_TURN}">${stroke}</g>${bowl}<g transform="${SEAL_TURN}">${bowl}</g></g></svg>`;
