import type { Language } from '../enums.js';

/** One place that a section is named by: `§ 7` in German, `7.` in English. */
export const sectionLabel = (number: number, language: Language): string =>
  language === 'de' ? `§\u00a0${number}` : `${number}.`;
