import { formatDateTime } from '@siegel/contracts/formats';
import type { Language } from '@siegel/contracts/enums';
import { declaredWords } from '@siegel/contracts/withdrawal/declared-words';
import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import type { TFunction } from 'i18next';
import { WITHDRAWAL_FIELDS, type WithdrawalForm } from './withdrawal-form-values.js';

export interface ReceiptFileParts {
  readonly form: WithdrawalForm;
  readonly received: WithdrawalReceivedView;
  /** The lines that name the operator. */
  readonly operator: readonly string[];
  readonly language: Language;
  readonly t: TFunction<'withdrawal'>;
}

/** Every text editor treats this as a line break. */
const LINE_END = '\r\n';

const withLines = (label: string, value: string): string => `${label}: ${value.split('\n').join('\n  ')}`;

/**
 * Returns the whole receipt as a text: number, date and time, the declaration, and everything that was
 * entered. A pure function.
 */
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

/** Returns the receipt as a file. It begins with a byte order mark, so that old editors recognise UTF-8. */
export const receiptFile = (parts: ReceiptFileParts): Blob =>
  new Blob(['\ufeff', receiptText(parts)], { type: 'text/plain;charset=utf-8' });
