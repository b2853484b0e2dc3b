import { SEAL_BOWL, SEAL_GAP, SEAL_STROKE, SEAL_TURN, SEAL_WAX } from '@siegel/contracts/brand/seal-shape';
import { useTranslation } from 'react-i18next';
import { classNames } from '../lib/class-names.js';

export type SealState = 'none' | 'one' | 'both' | 'verified' | 'broken';

export interface SealProps {
  /**
   * none: nobody has signed. one: Party 1 has signed. both: both parties have signed. verified: the hash
   * chain is intact. broken: the hash chain is not intact.
   */
  state: SealState;
  /** Pixels. */
  size: number;
  /**
   * If `true`, screen readers announce whether one party or both parties have signed. If it is a text, they
   * announce that text. If it is left out, the seal is decoration and screen readers skip it.
   */
  title?: string | true;
  className?: string;
}

const STATE_CLASSES: Partial<Record<SealState, string>> = { none: 'seal-none', verified: 'seal-verified' };

const CRACK = 'M31 1L45 27L36 45L60 60L51 77L62 99';

/** A small seal has thicker strokes, so that the sign stays legible. */
function strokeWidth(size: number): number {
  if (size <= 26) return 7;
  return size <= 48 ? 5.8 : 5.2;
}

/**
 * The seal shows who has signed. It is a section sign (§) that consists of two strokes, one for each party.
 * The second stroke is the first stroke turned by 180 degrees.
 */
export function Seal({ state, size, title, className }: SealProps) {
  const { t } = useTranslation();
  const name = title === true ? t(state === 'one' ? 'seal.one' : 'seal.both') : title;
  const width = strokeWidth(size);
  const gap = { strokeWidth: width + SEAL_GAP, strokeLinecap: 'butt' } as const;
  return (
    <svg
      className={classNames(STATE_CLASSES[state], className)}
      width={size}
      height={size}
      viewBox="0 0 100 100"
      {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      <path className="seal-wax" d={SEAL_WAX} />
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
        <path className="seal-stroke" d={SEAL_STROKE} />
        <path
          className={state === 'one' ? 'seal-stroke seal-stroke-open' : 'seal-stroke'}
          d={SEAL_STROKE}
          transform={SEAL_TURN}
        />
        <path className="seal-gap" d={SEAL_BOWL} {...gap} />
        <path className="seal-stroke" d={SEAL_BOWL} />
        {state !== 'one' && (
          <g transform={SEAL_TURN}>
            <path className="seal-gap" d={SEAL_BOWL} {...gap} />
            <path className="seal-stroke" d={SEAL_BOWL} />
          </g>
        )}
      </g>
      {state === 'broken' && <path className="seal-crack" d={CRACK} fill="none" strokeLinejoin="round" />}
    </svg>
  );
}
