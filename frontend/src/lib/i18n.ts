import type { Language } from '@siegel/contracts/enums';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type BackendModule, createInstance, type i18n as I18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

/**
 * The only instance of an application. It loads each namespace in the current language: those of the first
 * view before the view is shown, others with their screens.
 */
export const i18n: I18n = createInstance();

export type LoadNamespace = (language: string, namespace: string) => Promise<ResourceKey>;

/** @param namespaces of the first view; `common` is always loaded too */
export async function startI18n(
  language: Language,
  load: LoadNamespace,
  namespaces: readonly string[] = [],
): Promise<void> {
  const backend: BackendModule = {
    type: 'backend',
    init: () => undefined,
    // With two parameters and a promise, i18next expects no callback.
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
