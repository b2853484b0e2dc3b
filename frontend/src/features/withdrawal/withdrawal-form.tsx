import { NAME_MAX, WITHDRAWAL_MESSAGE_MAX, WITHDRAWAL_REFERENCE_MAX } from '@siegel/contracts/limits';
import { normalized } from '@siegel/contracts/validation/normalized';
import { validationMessage } from '@siegel/contracts/validation-messages';
import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { checkedField } from '../../components/checked-field.js';
import { Counter } from '../../components/counter.js';
import { Field } from '../../components/field.js';
import { TextArea } from '../../components/text-area.js';
import { TextInput } from '../../components/text-input.js';
import { currentLanguage } from '../../lib/language.js';
import type { WithdrawalField, WithdrawalForm, WithdrawalProblem } from './withdrawal-form-values.js';
import { loadRules, withdrawalResolver } from './withdrawal-resolver.js';

/**
 * Maximum number of characters in each field. The limit of the e-mail address is in the validation rules
 * instead.
 */
const MAX_LENGTHS: Partial<Record<WithdrawalField, number>> = {
  name: NAME_MAX,
  reference: WITHDRAWAL_REFERENCE_MAX,
  message: WITHDRAWAL_MESSAGE_MAX,
};

export interface WithdrawalFormProps {
  form: WithdrawalForm;
  /** Fields that the server has refused. The form is shown again because of them. */
  problems: readonly WithdrawalProblem[];
  /** Called with the typed values whenever the user leaves a field or the page. */
  onSave: (form: WithdrawalForm) => void;
  onNext: (form: WithdrawalForm) => void;
}

export function WithdrawalFields({ form: initial, problems, onSave, onNext }: WithdrawalFormProps) {
  const { t } = useTranslation('withdrawal');
  const form = useForm<WithdrawalForm>({
    defaultValues: initial,
    resolver: withdrawalResolver,
    // `checkedField` decides when each field is checked again.
    reValidateMode: 'onSubmit',
  });
  const element = useSaveOnLeave(() => onSave(form.getValues()));
  const refused = useEffectEvent(() => {
    for (const { field, code } of problems.toReversed())
      form.setError(field, { type: code, message: code }, { shouldFocus: true });
  });
  useEffect(() => refused(), []);
  return (
    <form
      className="withdrawal-form"
      noValidate
      ref={element}
      onSubmit={(event) => void form.handleSubmit(onNext)(event)}
    >
      <Line form={form} name="name" label={t('name')} autoComplete="name" />
      <Line form={form} name="email" label={t('email')} type="email" inputMode="email" autoComplete="email" />
      <Line
        form={form}
        name="reference"
        label={t('reference')}
        hint={t('referenceHint')}
        autoComplete="off"
        spellCheck={false}
      />
      <Message form={form} />
      <div className="withdrawal-actions">
        <Button variant="go" type="submit">
          {t('next')}
        </Button>
      </div>
    </form>
  );
}

/**
 * Calls `save` when the user leaves a field or the page. Loads the validation rules when a field gets the
 * focus.
 */
function useSaveOnLeave(save: () => void) {
  const element = useRef<HTMLFormElement>(null);
  const now = useEffectEvent(save);
  useEffect(() => {
    const form = element.current;
    const saveNow = () => now();
    const begin = () => void loadRules().catch(() => undefined);
    form?.addEventListener('focusout', saveNow);
    form?.addEventListener('focusin', begin);
    window.addEventListener('pagehide', saveNow);
    return () => {
      form?.removeEventListener('focusout', saveNow);
      form?.removeEventListener('focusin', begin);
      window.removeEventListener('pagehide', saveNow);
    };
  }, []);
  return element;
}

interface FieldProps {
  form: UseFormReturn<WithdrawalForm>;
  name: WithdrawalField;
}

function useField({ form, name }: FieldProps) {
  const length = normalized(useWatch({ control: form.control, name })).length;
  const code = form.formState.errors[name]?.message;
  const max = MAX_LENGTHS[name] ?? Number.POSITIVE_INFINITY;
  return {
    id: `withdrawal-${name}`,
    counter: length > max ? <Counter length={length} max={max} /> : undefined,
    error: code === undefined ? undefined : validationMessage(code, currentLanguage()),
  };
}

function Line({
  form,
  name,
  label,
  hint,
  ...input
}: FieldProps & { label: string; hint?: string } & Omit<ComponentProps<'input'>, 'form' | 'name'>) {
  const field = useField({ form, name });
  return (
    <Field {...field} label={label} hint={hint}>
      {(control) => <TextInput {...input} {...control} {...checkedField(form, name)} />}
    </Field>
  );
}

function Message({ form }: Pick<FieldProps, 'form'>) {
  const { t } = useTranslation('withdrawal');
  const field = useField({ form, name: 'message' });
  return (
    <Field {...field} label={t('message')} optional>
      {(control) => <TextArea {...control} rows={4} {...checkedField(form, 'message')} />}
    </Field>
  );
}
