import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { i18n } from './i18n.js';
import { KEYS, local } from './storage.js';

export const DEFAULT_LANGUAGE: Language = 'de';

export const asLanguage = (value: string | null): Language | undefined =>
  LANGUAGES.find((language) => language === value);

/**
 * Returns the document's language. The server has read the language from the address. Readers who chose
 * English on an earlier visit have already been redirected (rule:german-is-the-default).
 */
export const languageOfDocument = (): Language =>
  asLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE;

/** Switches the language of the texts. Stores the choice if `isStored`. */
export async function setLanguage(language: Language, isStored: boolean): Promise<void> {
  if (isStored) local.set(KEYS.language, language);
  await i18n.changeLanguage(language);
}

export function currentLanguage(): Language {
  return asLanguage(i18n.language) ?? DEFAULT_LANGUAGE;
}
