import { HAIRLINE } from './page-style.js';

const PERIOD = 24;
const STEP = 1.5;
const STRANDS = 4;

/** The braid of sine lines at the head of the agreement, as SVG. Points. */
export function guilloche(width: number, height: number): string {
  const middle = height / 2;
  const strand = (index: number): string => {
    const swing = (middle - 1) * Math.cos((index * Math.PI) / STRANDS);
    const phase = (index * Math.PI) / STRANDS;
    const points: string[] = [];
    for (let x = 0; x <= width; x += STEP)
      points.push(
        `${x.toFixed(2)} ${(middle + swing * Math.sin((2 * Math.PI * x) / PERIOD + phase)).toFixed(2)}`,
      );
    return `M${points.join('L')}`;
  };
  const path = Array.from({ length: STRANDS }, (_, index) => strand(index)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path d="${path}" fill="none" stroke="${HAIRLINE}" stroke-width="0.45"/></svg>`;
}
