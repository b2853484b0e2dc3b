import type { Language } from '@siegel/contracts/enums';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type BackendModule, createInstance, type i18n as I18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

/**
 * The one instance of the app. Each namespace is loaded in the language that is read: those of the first view before
 * it is shown, others with their screens.
 */
export const i18n: I18n = createInstance();

export type LoadNamespace = (language: string, namespace: string) => Promise<ResourceKey>;

/** @param namespaces of the first view; `common` is always one */
export async function startI18n(
  language: Language,
  load: LoadNamespace,
  namespaces: readonly string[] = [],
): Promise<void> {
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
      ns: ['common', ...namespaces],
      defaultNS: 'common',
      interpolation: { escapeValue: false, defaultVariables: { product: PRODUCT_NAME } },
      react: { useSuspense: true },
    });
}
