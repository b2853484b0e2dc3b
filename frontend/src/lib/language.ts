import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { i18n } from './i18n.js';
import { KEYS, local } from './storage.js';

export const DEFAULT_LANGUAGE: Language = 'de';

export const asLanguage = (value: string | null): Language | undefined =>
  LANGUAGES.find((language) => language === value);

/**
 * The language of the document. The server reads it from the address, and readers who once chose English were
 * redirected before (rule:german-is-the-default).
 */
export const languageOfDocument = (): Language =>
  asLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE;

/** Switches the texts, and stores the choice if `isStored`. */
export async function setLanguage(language: Language, isStored: boolean): Promise<void> {
  if (isStored) local.set(KEYS.language, language);
  await i18n.changeLanguage(language);
}

export function currentLanguage(): Language {
  return asLanguage(i18n.language) ?? DEFAULT_LANGUAGE;
}
