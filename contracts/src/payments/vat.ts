import type { Language } from '../enums.js';

/**
 * Returns the cents of VAT that a total includes, rounded half up (rule:vat-follows-configuration).
 * @param cents the total, not negative
 * @param rate percent
 */
export const vatIncluded = (cents: number, rate: number): number => Math.round((cents * rate) / (100 + rate));

/** `19` or `8,1`, without the percent sign. */
export const formatRate = (rate: number, language: Language): string =>
  language === 'de' ? String(rate).replace('.', ',') : String(rate);
