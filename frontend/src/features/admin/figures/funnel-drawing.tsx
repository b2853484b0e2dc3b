import { useTranslation } from 'react-i18next';
import { formatCount, formatRate } from '../../../lib/format-figures.js';
import { type FunnelCounts, type FunnelStep, overallRate, stepsOf } from './funnel.js';

/**
 * Draws the four steps of the funnel to scale, with the rates between them (rule:funnel-rates). The drawing
 * consists of HTML elements whose widths are set by script.
 */
export function FunnelDrawing({ counts }: { counts: FunnelCounts }) {
  const { t, i18n } = useTranslation('admin');
  const steps = stepsOf(counts);
  return (
    <>
      <ol className="funnel" aria-label={t('funnel.title')}>
        {steps.map((step, index) => (
          <Step key={step.type} step={step} before={steps[index - 1]} />
        ))}
      </ol>
      <p className="funnel-overall">
        <span>{t('funnel.overall')}</span>
        <b>{formatRate(overallRate(counts), i18n.language)}</b>
      </p>
    </>
  );
}

function Step({ step, before }: { step: FunnelStep; before: FunnelStep | undefined }) {
  const { t, i18n } = useTranslation('admin');
  const isLast = step.type === 'paid';
  return (
    <li>
      {before !== undefined && (
        <>
          <span className="funnel-rate">
            {t('funnel.rate')} <b>{formatRate(step.rate, i18n.language)}</b>
          </span>
          <span
            className="funnel-slope"
            aria-hidden="true"
            style={{ ['--from' as string]: before.width, ['--to' as string]: step.width }}
          />
        </>
      )}
      <span className="funnel-count">
        <b>{formatCount(step.count, i18n.language)}</b>{' '}
        <span className="text-note">{t(`funnel.steps.${step.type}`)}</span>
      </span>
      <span
        className={isLast ? 'funnel-bar funnel-bar-last' : 'funnel-bar'}
        aria-hidden="true"
        style={{ ['--width' as string]: step.width }}
      />
    </li>
  );
}
