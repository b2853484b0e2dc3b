import { formatDateTime } from '@siegel/contracts/formats';
import type { Language } from '@siegel/contracts/enums';
import { declaredWords } from '@siegel/contracts/withdrawal/declared-words';
import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import type { TFunction } from 'i18next';
import { WITHDRAWAL_FIELDS, type WithdrawalForm } from './withdrawal-form-values.js';

export interface ReceiptFileParts {
  readonly form: WithdrawalForm;
  readonly received: WithdrawalReceivedView;
  /** Lines that name the operator. */
  readonly operator: readonly string[];
  readonly language: Language;
  readonly t: TFunction<'withdrawal'>;
}

/** Any program for texts shows them below each other. */
const LINE_END = '\r\n';

const withLines = (label: string, value: string): string => `${label}: ${value.split('\n').join('\n  ')}`;

/** The whole receipt as a text: what was declared, all that was written, number, day and time. Pure. */
export function receiptText({ form, received, operator, language, t }: ReceiptFileParts): string {
  const blocks = [
    [t('file.title')],
    operator,
    [
      withLines(t('done.number'), received.number),
      withLines(t('done.received'), `${formatDateTime(received.receivedAt, language)} ${t('file.zone')}`),
    ],
    [declaredWords(form.reference, language), t('declaration')],
    WITHDRAWAL_FIELDS.filter((name) => form[name].trim() !== '').map((name) =>
      withLines(t(`facts.${name}`), form[name].trim()),
    ),
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return `${text}\n`.replaceAll(/\r?\n/g, LINE_END);
}

/** Begins with what editors of old know UTF-8 by. */
export const receiptFile = (parts: ReceiptFileParts): Blob =>
  new Blob(['\ufeff', receiptText(parts)], { type: 'text/plain;charset=utf-8' });
