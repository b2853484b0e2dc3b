import type { Language } from '@siegel/contracts/enums';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type BackendModule, createInstance, type i18n as I18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import deCommon from '../locales/de/common.json';
import enCommon from '../locales/en/common.json';

/**
 * The one instance of the app. The shell's texts (`common`) are part of the first script, every other
 * namespace is loaded with its page.
 */
export const i18n: I18n = createInstance();

export type LoadNamespace = (language: string, namespace: string) => Promise<ResourceKey>;

export async function startI18n(language: Language, load: LoadNamespace): Promise<void> {
  const backend: BackendModule = {
    type: 'backend',
    init: () => undefined,
    // Two parameters and a promise: i18next's form without a callback.
    read: (lng, namespace) => load(lng, namespace),
  };
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: ['de', 'en'],
      ns: ['common'],
      defaultNS: 'common',
      resources: { de: { common: deCommon }, en: { common: enCommon } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, defaultVariables: { product: PRODUCT_NAME } },
      react: { useSuspense: true },
    });
}
