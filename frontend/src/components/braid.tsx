import { useId } from 'react';

const PERIOD = 48;
/** Five strands in each direction. Their phases differ, and their amplitudes shrink towards the outside. */
const STRANDS = [-2, -1, 0, 1, 2] as const;

/**
 * Returns one strand as a polyline through points 2 units apart. At these sizes its corners are too small to
 * see.
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
 * A guilloche band: crossing sine lines, repeated over the whole width. Use it only above the footer and at
 * the head of the agreement.
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
