import { type ReactNode, useId } from 'react';

export interface RadioCard<V extends string> {
  value: V;
  title: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
}

export interface RadioCardsProps<V extends string> {
  /** For screen readers. */
  legend: ReactNode;
  options: readonly RadioCard<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
}

/** A choice of a few large halves of one card. */
export function RadioCards<V extends string>({ legend, options, value, onChange }: RadioCardsProps<V>) {
  const id = useId();
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      <div className={options.length === 2 ? 'radio-cards radio-cards-pair' : 'radio-cards'}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              className="radio"
              type="radio"
              name={id}
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
