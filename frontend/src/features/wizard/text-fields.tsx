import { TERM_FIELDS, TEXT_TERMS } from '@siegel/contracts/nda/term-fields';
import { unprintables } from '@siegel/contracts/validation/printable';
import { normalized } from '@siegel/contracts/validation/normalized';
import { validationMessage } from '@siegel/contracts/validation-messages';
import type { ComponentProps, ReactNode } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { checkedField } from '../../components/checked-field.js';
import { Counter } from '../../components/counter.js';
import { Field } from '../../components/field.js';
import { TextArea } from '../../components/text-area.js';
import { TextInput } from '../../components/text-input.js';
import { currentLanguage } from '../../lib/language.js';
import type { WizardField, WizardForm } from './wizard-form.js';

export const fieldId = (name: WizardField): string => `wizard-${name}`;

/** If the document cannot show some letters, the message names at most this many of them. */
const UNPRINTABLES_NAMED = 12;

/** Returns a field's error in the page's language. Undefined if there is none. */
export function useFieldError(name: WizardField): string | undefined {
  const { t } = useTranslation('wizard');
  const { control, getValues } = useFormContext<WizardForm>();
  const { errors } = useFormState({ control, name });
  const code = errors[name]?.message;
  if (code === undefined) return undefined;
  const value = String(getValues(name));
  if (code === 'validation.email' && /@[^.\s]+$/.test(value.trim()))
    return `${validationMessage(code, currentLanguage()).replace(/\.?$/, '.')} ${t('idea.emailNoEnding')}`;
  const characters =
    code === 'validation.printable' ? unprintables(normalized(value), UNPRINTABLES_NAMED) : [];
  return characters.length > 1
    ? t('idea.unprintable', { characters: characters.join(', ') })
    : validationMessage(code, currentLanguage(), characters[0]);
}

/**
 * Returns whether a field is optional, and its maximum length, both from `TERM_FIELDS`. The amount of a
 * penalty exists only in the form and has no limit.
 */
function limitsOf(name: WizardField): { optional: boolean; max: number } {
  const term = TEXT_TERMS.find((text) => text === name);
  return term === undefined
    ? { optional: false, max: Number.POSITIVE_INFINITY }
    : { optional: 'optional' in TERM_FIELDS[term], max: TERM_FIELDS[term].max };
}

/** Returns the length of a text as the rules count it. */
export const lengthOf = (text: string): number => normalized(text).length;

interface CommonProps {
  name: WizardField;
  label: ReactNode;
  hint?: ReactNode;
  /** Shown as long as the text is within its limit. */
  counter?: ReactNode;
}

function useTextField({ name, label, hint, counter }: CommonProps) {
  const form = useFormContext<WizardForm>();
  const length = lengthOf(String(useWatch({ control: form.control, name })));
  const { optional, max } = limitsOf(name);
  const error = useFieldError(name);
  const shown = length > max ? <Counter length={length} max={max} /> : counter;
  return {
    field: { id: fieldId(name), label, optional, hint, counter: shown, error },
    registered: checkedField(form, name),
  };
}

export function TextField({
  name,
  label,
  hint,
  counter,
  ...input
}: CommonProps & Omit<ComponentProps<'input'>, 'name'>) {
  const { field, registered } = useTextField({ name, label, hint, counter });
  return <Field {...field}>{(control) => <TextInput {...input} {...control} {...registered} />}</Field>;
}

export function LongTextField({
  name,
  label,
  hint,
  counter,
  ...input
}: CommonProps & Omit<ComponentProps<'textarea'>, 'name'>) {
  const { field, registered } = useTextField({ name, label, hint, counter });
  return <Field {...field}>{(control) => <TextArea {...input} {...control} {...registered} />}</Field>;
}
