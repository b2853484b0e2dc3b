import { type ReactNode, useId } from 'react';
import { FieldError } from './field-error.js';

export interface RadioOption<V extends string> {
  value: V;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps<V extends string> {
  legend: ReactNode;
  options: readonly RadioOption<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  name?: string;
  hint?: ReactNode;
  error?: ReactNode;
  /** Side by side where there is room. */
  inline?: boolean;
}

export function RadioGroup<V extends string>({
  legend,
  options,
  value,
  onChange,
  name,
  hint,
  error,
  inline = false,
}: RadioGroupProps<V>) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-legend">{legend}</legend>
      <div className={inline ? 'radio-group radio-group-inline' : 'radio-group'}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              className="radio"
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <p className="field-hint">{hint}</p>}
    </fieldset>
  );
}
