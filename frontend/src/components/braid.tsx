import { useId } from 'react';

const PERIOD = 48;
/**
 * The band has five strands in each direction. The phases of the strands differ. The amplitudes are smaller
 * for the outer strands.
 */
const STRANDS = [-2, -1, 0, 1, 2] as const;

/**
 * Returns one strand as a polyline through points that are 2 units apart. At the sizes that are used, the
 * corners of the polyline are too small to see.
 */
function strand(height: number, order: number, direction: 1 | -1): string {
  const swing = (height / 2 - 1) * (1 - 0.13 * Math.abs(order));
  const points = Array.from({ length: PERIOD / 2 + 1 }, (_, index) => {
    const x = index * 2;
    const y = height / 2 + direction * swing * Math.sin((2 * Math.PI * x) / PERIOD + 0.288 * order);
    return `${x} ${y.toFixed(2)}`;
  });
  return `M${points.join('L')}`;
}

/**
 * A guilloche band of crossing sine lines that repeats over the whole width. Use it only above the footer and
 * at the top of the agreement.
 */
export function Braid({ height = 16 }: { height?: number }) {
  const id = useId();
  const path = STRANDS.flatMap((order) => [strand(height, order, 1), strand(height, order, -1)]).join('');
  return (
    <svg className="braid" width="100%" height={height} aria-hidden="true">
      <defs>
        <pattern id={id} width={PERIOD} height={height} patternUnits="userSpaceOnUse">
          <path d={path} fill="none" stroke="currentColor" strokeWidth=".6" />
        </pattern>
      </defs>
      <rect width="100%" height={height} fill={`url(#${id})`} />
    </svg>
  );
}
