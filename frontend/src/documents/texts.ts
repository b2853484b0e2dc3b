import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { formatMoney } from '@siegel/contracts/formats';
import { PRICE_FOR_BOTH, PRICE_PER_PARTY, PRODUCT_NAME } from '@siegel/contracts/limits';
import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import deCommon from '../locales/de/common.json';
import deDocuments from '../locales/de/documents.json';
import deHome from '../locales/de/home.json';
import deLegal from '../locales/de/legal.json';
import dePages from '../locales/de/pages.json';
import deVerification from '../locales/de/verification.json';
import deWithdrawal from '../locales/de/withdrawal.json';
import deWizard from '../locales/de/wizard.json';
import enCommon from '../locales/en/common.json';
import enDocuments from '../locales/en/documents.json';
import enHome from '../locales/en/home.json';
import enLegal from '../locales/en/legal.json';
import enPages from '../locales/en/pages.json';
import enVerification from '../locales/en/verification.json';
import enWithdrawal from '../locales/en/withdrawal.json';
import enWizard from '../locales/en/wizard.json';

const RESOURCES = {
  de: {
    common: deCommon,
    documents: deDocuments,
    home: deHome,
    legal: deLegal,
    pages: dePages,
    verification: deVerification,
    withdrawal: deWithdrawal,
    wizard: deWizard,
  },
  en: {
    common: enCommon,
    documents: enDocuments,
    home: enHome,
    legal: enLegal,
    pages: enPages,
    verification: enVerification,
    withdrawal: enWithdrawal,
    wizard: enWizard,
  },
};

/**
 * Returns the variables that every text may use. Prices have the format of the language
 * (rule:prices-stand-once).
 */
const variablesIn = (language: Language) => ({
  product: PRODUCT_NAME,
  price: formatMoney(PRICE_PER_PARTY, language),
  priceForBoth: formatMoney(PRICE_FOR_BOTH, language),
});

function inLanguage(language: Language): I18n {
  const instance = createInstance().use(initReactI18next);
  void instance.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(RESOURCES[language]),
    defaultNS: 'common',
    resources: { [language]: RESOURCES[language] },
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: variablesIn(language) },
    react: { useSuspense: false },
  });
  return instance;
}

/** The texts of documents. Each language has its own instance, because one process renders both languages. */
export const TEXTS: Readonly<Record<Language, I18n>> = Object.fromEntries(
  LANGUAGES.map((language) => [language, inLanguage(language)]),
) as Record<Language, I18n>;
