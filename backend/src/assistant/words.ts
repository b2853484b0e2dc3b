import { formatDay, formatWhole } from '@siegel/contracts/formats';
import type { DayRange } from '@siegel/contracts/analytics/days';
import type { Language } from '@siegel/contracts/enums';
import { inBothLanguages } from '../platform/language/both-languages.js';

/** Words for the figures below an answer (rule:figures-are-the-services-own). */
export const WORDS = inBothLanguages({
  de: {
    to: 'bis',
    now: 'jetzt',
    funnel: 'Trichter',
    steps: { view: 'angesehen', created: 'erstellt', signed: 'unterschrieben', paid: 'bezahlt' },
    pageViews: 'Seitenaufrufe',
    inAll: 'gesamt',
    vouchers: 'Gutscheine',
    states: { available: 'verfügbar', used: 'eingelöst', expired: 'abgelaufen' },
    revenue: 'Einnahmen',
    paid: 'bezahlt',
    pending: 'Zahlung offen',
    ndas: 'Vereinbarungen',
    obligations: 'Was zu tun ist',
    oldest: (days: number) => (days === 1 ? 'die älteste seit einem Tag' : `die älteste seit ${days} Tagen`),
    kinds: {
      tampering: 'manipulierte Daten',
      refund: 'Erstattung',
      chargeback: 'Rückbuchung',
      dispute: 'bestrittene Unterschrift',
      withdrawal: 'Widerruf',
      bounce: 'unzustellbare E-Mail',
      invitation: 'Einladung',
      mail: 'E-Mail',
      document: 'Dokument',
      settlement: 'Gutschein zu verrechnen',
      intent: 'Zahlung zu beenden',
      'key-destruction': 'Schlüssel zu vernichten',
    },
  },
  en: {
    to: 'to',
    now: 'now',
    funnel: 'Funnel',
    steps: { view: 'viewed', created: 'created', signed: 'signed', paid: 'paid' },
    pageViews: 'Page views',
    inAll: 'total',
    vouchers: 'Vouchers',
    states: { available: 'available', used: 'used', expired: 'expired' },
    revenue: 'Revenue',
    paid: 'paid',
    pending: 'payment due',
    ndas: 'agreements',
    obligations: 'What needs doing',
    oldest: (days) => (days === 1 ? 'the oldest for one day' : `the oldest for ${days} days`),
    kinds: {
      tampering: 'tampered data',
      refund: 'refund',
      chargeback: 'chargeback',
      dispute: 'disputed signature',
      withdrawal: 'withdrawal',
      bounce: 'undeliverable e-mail',
      invitation: 'invitation',
      mail: 'e-mail',
      document: 'document',
      settlement: 'voucher to settle',
      intent: 'payment to end',
      'key-destruction': 'key to destroy',
    },
  },
});

/**
 * Writes a range of days as `1. November 2026 bis 7. November 2026`. A range of one day is written as that
 * day.
 */
export function daysInWords({ startDate, endDate }: DayRange, language: Language): string {
  const first = formatDay(startDate, language);
  return startDate === endDate ? first : `${first} ${WORDS[language].to} ${formatDay(endDate, language)}`;
}

/** Writes counts as `erstellt 1.250, bezahlt 7`. */
export const countsInWords = (counts: readonly (readonly [string, number])[], language: Language): string =>
  counts.map(([name, count]) => `${name} ${formatWhole(count, language)}`).join(', ');
