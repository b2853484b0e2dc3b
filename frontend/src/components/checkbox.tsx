import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field-error.js';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  error?: ReactNode;
}

export function Checkbox({ label, error, id, ...rest }: CheckboxProps) {
  const own = useId();
  const controlId = id ?? own;
  return (
    <div className="checkbox">
      <span className="checkbox-box">
        <input
          {...rest}
          type="checkbox"
          id={controlId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${controlId}-error` : undefined}
        />
        <CheckIcon size={16} weight="bold" aria-hidden="true" />
      </span>
      <label htmlFor={controlId}>{label}</label>
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
    </div>
  );
}
