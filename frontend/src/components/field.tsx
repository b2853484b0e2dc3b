import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../lib/class-names.js';
import { FieldError } from './field-error.js';

/** Properties to spread on the control. They connect it to its label, hint and error. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  optional?: boolean;
  hint?: ReactNode;
  /** The error message. It replaces the hint. */
  error?: ReactNode;
  /** For example `22 / 50`, at the right below the control. */
  counter?: ReactNode;
  /** Fixed id of the control. Generated if left out. */
  id?: string;
  className?: string;
  children: (control: FieldControlProps) => ReactNode;
}

export function Field({
  label,
  optional = false,
  hint,
  error,
  counter,
  id,
  className,
  children,
}: FieldProps) {
  const { t } = useTranslation();
  const own = useId();
  const controlId = id ?? own;
  const errorId = `${controlId}-error`;
  const hintId = `${controlId}-hint`;
  const hasHint = hint !== undefined || counter !== undefined;
  const described = [error ? errorId : undefined, hasHint ? hintId : undefined].filter(Boolean).join(' ');
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={controlId}>
        {label}
        {optional && <span className="field-optional"> ({t('optional')})</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hasHint && (
        <p className="field-hint" id={hintId}>
          <span>{hint}</span>
          {counter !== undefined && <span className="text-figures">{counter}</span>}
        </p>
      )}
    </div>
  );
}
