import { type ReactNode, useId } from 'react';

export interface RadioOption<V extends string> {
  value: V;
  label: ReactNode;
}

export interface RadioGroupProps<V extends string> {
  legend: ReactNode;
  options: readonly RadioOption<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
}

/** Offers a few options, side by side if there is room. */
export function RadioGroup<V extends string>({ legend, options, value, onChange }: RadioGroupProps<V>) {
  const id = useId();
  return (
    <fieldset>
      <legend className="field-legend">{legend}</legend>
      <div className="radio-group">
        {options.map((option) => (
          <label key={option.value}>
            <input
              className="radio"
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
