import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../components/field.js';
import { TextInput } from '../../components/text-input.js';
import { formatCardNumber, formatCvc, formatExpiry } from './card-format.js';
import { cardProblem } from './card-problem.js';
import type { CardDetails } from './payment-calls.js';

type CardField = keyof CardDetails;
export const CARD_FIELDS: readonly CardField[] = ['cardNumber', 'expiry', 'cvc'];

export interface CardFieldsProps {
  card: CardDetails;
  /** The form was sent: what is empty is missing now. */
  checked: boolean;
  onChange: (card: CardDetails) => void;
}

/** A field says what is wrong once it is left, and no longer once it is right. */
export function CardFields({ card, checked, onChange }: CardFieldsProps) {
  const { t } = useTranslation('payment');
  const [left, setLeft] = useState<readonly CardField[]>([]);
  const error = (field: CardField) => {
    const problem = cardProblem(field, card, new Date());
    const isTold = checked || (left.includes(field) && problem !== 'required');
    return problem !== undefined && isTold ? t(problem) : undefined;
  };
  const inputOf = (field: CardField, format: (typed: string) => string) => ({
    inputMode: 'numeric' as const,
    value: card[field],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...card, [field]: format(event.target.value) }),
    onBlur: () => setLeft((before) => [...before.filter((one) => one !== field), field]),
  });
  return (
    <>
      <Field id="card-cardNumber" label={t('number')} error={error('cardNumber')}>
        {(control) => (
          <TextInput {...control} {...inputOf('cardNumber', formatCardNumber)} autoComplete="cc-number" />
        )}
      </Field>
      <div className="field-columns card-columns">
        <Field id="card-expiry" label={t('expiry')} error={error('expiry')}>
          {(control) => (
            <TextInput
              {...control}
              {...inputOf('expiry', formatExpiry)}
              autoComplete="cc-exp"
              placeholder={t('expiryPlaceholder')}
            />
          )}
        </Field>
        <Field id="card-cvc" label={t('cvc')} error={error('cvc')}>
          {(control) => (
            <TextInput
              {...control}
              {...inputOf('cvc', formatCvc)}
              autoComplete="cc-csc"
              placeholder={t('cvcPlaceholder')}
            />
          )}
        </Field>
      </div>
    </>
  );
}
