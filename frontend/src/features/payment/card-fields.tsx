import { type UseFormReturn, useForm, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { checkedField } from '../../components/checked-field.js';
import { Field } from '../../components/field.js';
import { TextInput } from '../../components/text-input.js';
import { digitsOf, formatCardNumber, formatExpiry } from './card-format.js';
import { type CardProblem, cardProblem } from './card-problem.js';
import type { CardDetails } from './payment-calls.js';

export interface CardForm extends CardDetails {
  /** True if the user agrees that the document is sent immediately, before the withdrawal period ends. */
  agreed: boolean;
}

export function useCardForm(): UseFormReturn<CardForm> {
  return useForm<CardForm>({
    defaultValues: { cardNumber: '', expiry: '', cvc: '', agreed: false },
    // The form starts no further checks itself, because each field starts its own check.
    reValidateMode: 'onSubmit',
  });
}

export function CardFields({ form }: { form: UseFormReturn<CardForm> }) {
  const { t } = useTranslation('payment');
  const { errors } = useFormState({ control: form.control });
  const error = (name: keyof CardDetails) => {
    const problem = errors[name]?.message as CardProblem | undefined;
    return problem && t(problem);
  };
  const inputOf = (name: keyof CardDetails, format: (typed: string) => string) => ({
    inputMode: 'numeric' as const,
    ...checkedField(form, name, {
      validate: (_, card) => cardProblem(name, card, new Date()),
      onChange: () => form.setValue(name, format(form.getValues(name))),
    }),
  });
  return (
    <>
      <Field label={t('number')} error={error('cardNumber')}>
        {(control) => (
          <TextInput {...control} {...inputOf('cardNumber', formatCardNumber)} autoComplete="cc-number" />
        )}
      </Field>
      <div className="field-columns card-columns">
        <Field label={t('expiry')} error={error('expiry')}>
          {(control) => (
            <TextInput
              {...control}
              {...inputOf('expiry', formatExpiry)}
              autoComplete="cc-exp"
              placeholder={t('expiryPlaceholder')}
            />
          )}
        </Field>
        <Field label={t('cvc')} error={error('cvc')}>
          {(control) => (
            <TextInput
              {...control}
              {...inputOf('cvc', digitsOf)}
              autoComplete="cc-csc"
              placeholder={t('cvcPlaceholder')}
            />
          )}
        </Field>
      </div>
    </>
  );
}
