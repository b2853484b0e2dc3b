// The seal's shape in a square of 100 by 100 units. Screens and documents draw the same shape.

/**
 * Party 1's stroke of the section sign (§). The rotation `SEAL_TURN` turns this stroke into Party 2's stroke.
 */
export const SEAL_STROKE =
  'M61.5 29C60.5 22.5 56 19 50.5 19C44.5 19 40 23 40 28.5C40 37.5 53 40 60 46.5C64 50.2 66 53.5 66 57.5C66 61.8 63 65.2 58 66.8';
/** The part of a stroke that lies above the other stroke. */
export const SEAL_BOWL = 'M41.6 23.5C40.6 25 40 26.6 40 28.5C40 33.6 44.2 36.6 49 39.4';
export const SEAL_TURN = 'rotate(180 50 50)';
/**
 * Number of units by which the gap is wider than its stroke. The gap separates the two strokes. It is drawn
 * beneath the upper stroke in the colour of the background.
 */
export const SEAL_GAP = 3.6;

const POINTS = 72;

/**
 * Returns the outline of the wax: a circle of radius 46 that three sine waves distort, so that the wax looks
 * poured and not cut.
 */
function waxOutline(): string {
  const corner = (index: number) => {
    const angle = (2 * Math.PI * index) / POINTS;
    const radius =
      46 +
      0.9 * Math.sin(2 * angle + 0.5) +
      0.55 * Math.sin(3 * angle + 2.1) +
      0.38 * Math.sin(7 * angle + 4);
    return `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${Array.from({ length: POINTS }, (_, index) => corner(index)).join('L')}Z`;
}

export const SEAL_WAX = waxOutline();
