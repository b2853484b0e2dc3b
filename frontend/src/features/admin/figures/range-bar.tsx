import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { FieldError } from '../../../components/field-error.js';
import { TextInput } from '../../../components/text-input.js';
import type { Address } from '../page/use-address.js';
import { type ChosenRange, PRESETS, rangeOf } from './range.js';

export const rangeIn = ({ params }: Address, today: string): ChosenRange =>
  rangeOf({ days: params.get('days'), from: params.get('from'), to: params.get('to') }, today);

/**
 * Lets the user choose the days of the funnel, its chart and the page views. The address keeps the choice.
 */
export function RangeBar({ chosen, address }: { chosen: ChosenRange; address: Address }) {
  const { t } = useTranslation('admin');
  const { from, to, preset, problem } = chosen;
  const fields = { from, to };
  const errorId = 'range-error';
  const clear = () => address.change({ days: null, from: null, to: null });
  return (
    <div className="range-bar">
      <div className="range-presets" role="group" aria-label={t('range.presets')}>
        {PRESETS.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={days === preset}
            onClick={() => address.change({ days: String(days), from: null, to: null })}
          >
            {days === 1 ? t('range.today') : t('range.days', { days })}
          </button>
        ))}
      </div>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="range-day">
          <span>{t(`range.${end}`)}</span>
          <TextInput
            type="date"
            value={fields[end]}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : errorId}
            onChange={({ target }) => address.change({ days: null, ...fields, [end]: target.value })}
          />
        </label>
      ))}
      <Button variant="text" size="sm" onClick={clear}>
        {t('range.clear')}
      </Button>
      {problem !== undefined && (
        <div className="range-problem">
          <FieldError id={errorId}>{t(`range.${problem}`)}</FieldError>
        </div>
      )}
    </div>
  );
}
