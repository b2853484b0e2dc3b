import type { Language } from '../enums.js';

/** The label of a section, defined once: `§ 7` in German, `7.` in English. */
export const sectionLabel = (number: number, language: Language): string =>
  language === 'de' ? `§\u00a0${number}` : `${number}.`;
