import type { Language } from '../enums.js';

/** Returns a section's label: `§ 7` in German, `7.` in English. No other file defines this format. */
export const sectionLabel = (number: number, language: Language): string =>
  language === 'de' ? `§\u00a0${number}` : `${number}.`;
