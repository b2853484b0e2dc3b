const LOOPS = 7;
const WAVES = 14;
const POINTS = 336;

/** Returns one closed wavy line around the centre of a 100 x 100 box. The lines differ only in phase. */
function loop(index: number): string {
  const phase = (2 * Math.PI * index) / LOOPS;
  const points = Array.from({ length: POINTS }, (_, step) => {
    const angle = (2 * Math.PI * step) / POINTS;
    const radius = 43 + 4.2 * Math.cos(WAVES * angle - phase);
    return `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

const PATH = Array.from({ length: LOOPS }, (_, index) => loop(index)).join('');

/** Draws the ring of fine lines behind a finished or verified seal. `size` is in pixels. */
export function Rosette({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 100 100" aria-hidden="true">
      <path d={PATH} fill="none" stroke="var(--guilloche)" strokeWidth=".28" />
    </svg>
  );
}
