import { TERM_FIELDS, TEXT_TERMS } from '@siegel/contracts/nda/term-fields';
import { firstUnprintable } from '@siegel/contracts/validation/printable';
import { normalized } from '@siegel/contracts/validation/rules';
import { validationMessage } from '@siegel/contracts/validation-messages';
import type { ComponentProps, ReactNode } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '../../components/field.js';
import { Select } from '../../components/select.js';
import { TextArea } from '../../components/text-area.js';
import { TextInput } from '../../components/text-input.js';
import { currentLanguage } from '../../lib/language.js';
import type { WizardField, WizardForm } from './wizard-form.js';

export const fieldId = (name: WizardField): string => `wizard-${name}`;

/** The first field with a problem gets the focus, whatever kind of control it is. */
export function focusField(name: WizardField): void {
  const control = document.getElementById(fieldId(name));
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

/** The error of a field in words of the page's language, or undefined. */
export function useFieldError(name: WizardField): string | undefined {
  const { t } = useTranslation('wizard');
  const { control, getValues } = useFormContext<WizardForm>();
  const { errors } = useFormState({ control, name });
  const code = errors[name]?.message;
  if (code === undefined) return undefined;
  const value = String(getValues(name));
  const text = validationMessage(code, currentLanguage(), firstUnprintable(normalized(value)));
  return code === 'validation.email' && /@[^.\s]+$/.test(value.trim())
    ? `${text.replace(/\.?$/, '.')} ${t('idea.emailNoEnding')}`
    : text;
}

/** What the table says of a text; the amount of a penalty is a field of the form alone. */
function limitsOf(name: WizardField): { optional?: boolean; maxLength?: number } {
  const term = TEXT_TERMS.find((text) => text === name);
  if (term === undefined) return {};
  return { optional: 'optional' in TERM_FIELDS[term], maxLength: TERM_FIELDS[term].max };
}

interface CommonProps {
  name: WizardField;
  label: ReactNode;
  hint?: ReactNode;
  counter?: ReactNode;
}

export function TextField({
  name,
  label,
  hint,
  counter,
  ...input
}: CommonProps & Omit<ComponentProps<'input'>, 'name'>) {
  const { register } = useFormContext<WizardForm>();
  const error = useFieldError(name);
  const { optional, maxLength } = limitsOf(name);
  return (
    <Field id={fieldId(name)} label={label} optional={optional} hint={hint} counter={counter} error={error}>
      {(control) => <TextInput maxLength={maxLength} {...input} {...control} {...register(name)} />}
    </Field>
  );
}

export function LongTextField({
  name,
  label,
  hint,
  counter,
  ...input
}: CommonProps & Omit<ComponentProps<'textarea'>, 'name'>) {
  const { register } = useFormContext<WizardForm>();
  const error = useFieldError(name);
  const { optional, maxLength } = limitsOf(name);
  return (
    <Field id={fieldId(name)} label={label} optional={optional} hint={hint} counter={counter} error={error}>
      {(control) => <TextArea maxLength={maxLength} {...input} {...control} {...register(name)} />}
    </Field>
  );
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
}: CommonProps & { choose: string; choices: readonly Choice[] }) {
  const { register } = useFormContext<WizardForm>();
  const error = useFieldError(name);
  return (
    <Field id={fieldId(name)} label={label} hint={hint} error={error}>
      {(control) => (
        <Select {...control} {...register(name)}>
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

/** A part of a form: an ink line, its heading, where it stands in the agreement. */
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
        {note && <span className="text-italic">{note}</span>}
      </div>
      <div className="form-group-fields">{children}</div>
    </section>
  );
}
