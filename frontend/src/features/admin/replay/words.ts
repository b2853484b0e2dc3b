import {
  type ChoiceValue,
  FIELD_FORMATS,
  type FieldValue,
  type ReplayedField,
} from '@siegel/contracts/audit/fields';
import type { AuditedEventView } from '@siegel/contracts/audit/views';
import type { MailKind, PenaltyClause } from '@siegel/contracts/enums';
import { formatPenalty } from '@siegel/contracts/formats';
import { ownMember } from '@siegel/contracts/own-members';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCents } from '../../../lib/format.js';
import { formatCount, formatShortDate } from '../../../lib/format-figures.js';
import { currentLanguage } from '../../../lib/language.js';
import { useTexts } from '../../../lib/use-texts.js';

const time = (iso: string, language: string, timeZone?: string): string =>
  new Date(iso).toLocaleTimeString(language === 'de' ? 'de-DE' : 'en-US', {
    timeStyle: 'medium',
    ...(timeZone === undefined ? {} : { timeZone }),
  });

/** `12.11.2025, 14:41:12` */
export const secondOf = (iso: string, language: string): string =>
  `${formatShortDate(iso, language)}, ${time(iso, language)}`;
export const timeOf = (iso: string, language: string): string => time(iso, language);
export const utcTimeOf = (iso: string, language: string): string => time(iso, language, 'UTC');

/**
 * Returns the word for a value. If this version of the application does not know the value, returns the value
 * itself.
 */
const wordIn = (words: Readonly<Record<string, string>>, value: string): string =>
  ownMember(words, value) ?? value;

/**
 * Returns an event's name. If this version of the service does not know the event, returns its type and
 * version.
 */
export function useEventName(): (event: Pick<AuditedEventView, 'type' | 'version' | 'known'>) => string {
  const { t } = useTranslation('replay');
  const names = useTexts('replay', 'events');
  return useCallback(
    ({ type, version, known }) => {
      if (known) return wordIn(names, type);
      return t('unknown', { type: version === 0 ? type : `${type}.v${version}` });
    },
    [names, t],
  );
}

export const useFieldName = (): ((field: ReplayedField) => string) => {
  const names: Readonly<Record<ReplayedField, string>> = useTexts('replay', 'fields');
  return (field) => names[field];
};

/**
 * Returns a function that formats a field's value as the other pages format it: money, times and choices in
 * the reader's language.
 */
export function useFieldWords(): (field: ReplayedField, value: FieldValue) => string {
  const { t, i18n } = useTranslation('replay');
  const { t: tAdmin } = useTranslation('admin');
  const words: Readonly<Record<ChoiceValue, string>> = useTexts('replay', 'values');
  const mails: Readonly<Record<MailKind, string>> = useTexts('admin', 'nda.mails');
  const { language } = i18n;
  const problem = (text: string): string => {
    const [kind = '', party = '', code = ''] = text.split(' ');
    return `${tAdmin('nda.problem', { kind: wordIn(mails, kind), party })} (${code})`;
  };
  const some = (field: ReplayedField, value: string | number | boolean): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number')
      return FIELD_FORMATS[field] === 'cents' ? formatCents(value, language) : formatCount(value, language);
    const format = FIELD_FORMATS[field];
    if (format === 'time') return secondOf(value, language);
    if (format === 'choice') return wordIn(words, value);
    if (format === 'penalty' && value !== 'none')
      return formatPenalty(value as PenaltyClause, currentLanguage());
    return format === 'penalty' ? words.none : value;
  };
  return (field, value) => {
    if (value === null || value === '') return t('empty');
    if (typeof value === 'object') return value.length === 0 ? t('empty') : value.map(problem).join('; ');
    return some(field, value);
  };
}
