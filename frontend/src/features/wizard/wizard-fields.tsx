import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { checkedField } from '../../components/checked-field.js';
import { Field } from '../../components/field.js';
import { Select } from '../../components/select.js';
import { fieldId, useFieldError } from './text-fields.js';
import type { WizardField, WizardForm } from './wizard-form.js';

/** Scrolls to a field's control, of whatever kind, and focuses it. */
export function focusField(name: WizardField): void {
  const control = document.getElementById(fieldId(name));
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

export interface Choice {
  value: string;
  label: string;
}

export function SelectField({
  name,
  label,
  hint,
  choose,
  choices,
}: {
  name: WizardField;
  label: ReactNode;
  hint?: ReactNode;
  choose: string;
  choices: readonly Choice[];
}) {
  const registered = checkedField(useFormContext<WizardForm>(), name);
  const error = useFieldError(name);
  return (
    <Field id={fieldId(name)} label={label} hint={hint} error={error}>
      {(control) => (
        <Select {...control} {...registered}>
          <option value="">{choose}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** A part of a form: a line, a heading, and a note that says where this part appears in the agreement. */
export function Group({
  title,
  note,
  children,
}: {
  title: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="form-group">
      <div className="form-group-header">
        <h2>{title}</h2>
        {note && <span className="text-serif">{note}</span>}
      </div>
      <div className="form-group-fields">{children}</div>
    </section>
  );
}
