import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { i18n } from './i18n.js';
import { KEYS, local } from './storage.js';

export const DEFAULT_LANGUAGE: Language = 'de';

export const asLanguage = (value: string | null): Language | undefined =>
  LANGUAGES.find((language) => language === value);

/** The server has read the address; whoever once chose English was sent on before (rule:german-is-the-default). */
export const languageOfDocument = (): Language =>
  asLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE;

/** Switches the texts, and stores the choice where that is wanted. */
export async function setLanguage(language: Language, isStored: boolean): Promise<void> {
  if (isStored) local.set(KEYS.language, language);
  await i18n.changeLanguage(language);
}

export function currentLanguage(): Language {
  return asLanguage(i18n.language) ?? DEFAULT_LANGUAGE;
}
