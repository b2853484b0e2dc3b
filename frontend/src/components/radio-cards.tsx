import { type ReactNode, useId } from 'react';

export interface RadioCard<V extends string> {
  value: V;
  title: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
}

export interface RadioCardsProps<V extends string> {
  legend: ReactNode;
  /** The legend is always there for screen readers; shown only on demand. */
  showLegend?: boolean;
  options: readonly RadioCard<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  name?: string;
}

/** A choice of a few large halves of one card. */
export function RadioCards<V extends string>({
  legend,
  showLegend = false,
  options,
  value,
  onChange,
  name,
}: RadioCardsProps<V>) {
  const id = useId();
  return (
    <fieldset>
      <legend className={showLegend ? 'field-legend' : 'visually-hidden'}>{legend}</legend>
      <div className={options.length === 2 ? 'radio-cards radio-cards-pair' : 'radio-cards'}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              className="radio"
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>
              <b>{option.title}</b>
              {option.description}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
