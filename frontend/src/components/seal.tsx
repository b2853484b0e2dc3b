import { useTranslation } from 'react-i18next';
import { classNames } from '../lib/class-names.js';

export type SealState = 'none' | 'one' | 'both' | 'verified' | 'broken';

export interface SealProps {
  /** none: nobody signed. one: Party 1. both. verified: the chain holds. broken: it does not. */
  state: SealState;
  /** Pixels. */
  size: number;
  /** `true` reads out what the state means, a text reads out that; else it is decoration. */
  title?: string | true;
  className?: string;
}

const STATE_CLASSES: Partial<Record<SealState, string>> = { none: 'seal-none', verified: 'seal-verified' };

const STROKE =
  'M61.5 29C60.5 22.5 56 19 50.5 19C44.5 19 40 23 40 28.5C40 37.5 53 40 60 46.5C64 50.2 66 53.5 66 57.5C66 61.8 63 65.2 58 66.8';
const BOWL = 'M41.6 23.5C40.6 25 40 26.6 40 28.5C40 33.6 44.2 36.6 49 39.4';
const CRACK = 'M31 1L45 27L36 45L60 60L51 77L62 99';
const TURN = 'rotate(180 50 50)';

const POINTS = 72;

/** Poured, not cut: a circle of radius 46 disturbed by three slow sines. */
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

const WAX = waxOutline();

/** Thicker where it is small, so that the sign stays legible. */
function strokeWidth(size: number): number {
  if (size <= 26) return 7;
  return size <= 48 ? 5.8 : 5.2;
}

/** The seal counts: the section sign is one stroke per party, the second the first turned by 180 degrees. */
export function Seal({ state, size, title, className }: SealProps) {
  const { t } = useTranslation();
  const name = title === true ? t(`seal.${state}`) : title;
  const width = strokeWidth(size);
  const gap = { strokeWidth: width + 3.6, strokeLinecap: 'butt' } as const;
  return (
    <svg
      className={classNames(STATE_CLASSES[state], className)}
      width={size}
      height={size}
      viewBox="0 0 100 100"
      {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <path className="seal-wax" d={WAX} />
      {size >= 30 && state !== 'broken' && (
        <circle
          className="seal-rim"
          cx="50"
          cy="50"
          r="38.6"
          fill="none"
          strokeWidth={size <= 60 ? 1.4 : 1}
        />
      )}
      <g fill="none" strokeLinecap="round" strokeWidth={width}>
        <path className="seal-stroke" d={STROKE} />
        <path
          className={state === 'one' ? 'seal-stroke seal-stroke-open' : 'seal-stroke'}
          d={STROKE}
          transform={TURN}
        />
        <path className="seal-gap" d={BOWL} {...gap} />
        <path className="seal-stroke" d={BOWL} />
        {state !== 'one' && (
          <g transform={TURN}>
            <path className="seal-gap" d={BOWL} {...gap} />
            <path className="seal-stroke" d={BOWL} />
          </g>
        )}
      </g>
      {state === 'broken' && <path className="seal-crack" d={CRACK} fill="none" strokeLinejoin="round" />}
    </svg>
  );
}
