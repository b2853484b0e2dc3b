import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { i18n } from './i18n.js';
import { KEYS, local } from './storage.js';

export const DEFAULT_LANGUAGE: Language = 'de';
/** In an address it wins over what is stored. */
export const LANGUAGE_PARAMETER = 'lang';

function asLanguage(value: string | null): Language | undefined {
  return LANGUAGES.find((language) => language === value);
}

/** The address' `?lang=`, else the stored choice, else German. */
export function chooseLanguage(search: string, stored: string | null): Language {
  return (
    asLanguage(new URLSearchParams(search).get(LANGUAGE_PARAMETER)) ?? asLanguage(stored) ?? DEFAULT_LANGUAGE
  );
}

/**
 * To be called once before the first render. A language named by the address is kept, since later addresses
 * do not name it.
 */
export function initialLanguage(): Language {
  const language = chooseLanguage(window.location.search, local.get(KEYS.language));
  if (asLanguage(new URLSearchParams(window.location.search).get(LANGUAGE_PARAMETER)) !== undefined)
    local.set(KEYS.language, language);
  return language;
}

/** Stores the choice and switches the texts; the metadata follows from the shell. */
export async function setLanguage(language: Language): Promise<void> {
  local.set(KEYS.language, language);
  await i18n.changeLanguage(language);
}

export function currentLanguage(): Language {
  return asLanguage(i18n.language) ?? DEFAULT_LANGUAGE;
}
