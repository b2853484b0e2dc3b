import { formatDateTime } from '@siegel/contracts/formats';
import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import { useTranslation } from 'react-i18next';
import { type KeyValue, KeyValues } from '../../components/key-values.js';
import { currentLanguage } from '../../lib/language.js';
import { WITHDRAWAL_FIELDS, type WithdrawalForm } from './withdrawal-form-values.js';

export interface DeclaredFactsProps {
  form: WithdrawalForm;
  received?: WithdrawalReceivedView | undefined;
}

/** The declaration as text, with number and time once the server has received it. */
export function DeclaredFacts({ form, received }: DeclaredFactsProps) {
  const { t } = useTranslation('withdrawal');
  const declared: KeyValue[] = WITHDRAWAL_FIELDS.filter((name) => form[name].trim() !== '').map((name) => ({
    key: name,
    label: t(`facts.${name}`),
    value: <span className="withdrawal-lines">{form[name].trim()}</span>,
  }));
  const receipt: KeyValue[] =
    received === undefined
      ? []
      : [
          { key: 'number', label: t('done.number'), value: received.number },
          {
            key: 'received',
            label: t('done.received'),
            value: (
              <time className="text-figures" dateTime={received.receivedAt}>
                {formatDateTime(received.receivedAt, currentLanguage())}
              </time>
            ),
          },
        ];
  const declaration = { key: 'declaration', label: t('review.declaration'), value: t('declaration') };
  return <KeyValues items={[...receipt, declaration, ...declared]} />;
}
