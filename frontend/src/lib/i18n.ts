import type { Language } from '@siegel/contracts/enums';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type BackendModule, createInstance, type i18n as I18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

/**
 * An application's only instance of i18next. It loads namespaces in the current language. The namespaces of
 * the first view are loaded before the view is shown. All other namespaces are loaded together with their
 * screens.
 */
export const i18n: I18n = createInstance();

export type LoadNamespace = (language: string, namespace: string) => Promise<ResourceKey>;

/** @param namespaces the namespaces of the first view; `common` is always loaded too */
export async function startI18n(
  language: Language,
  load: LoadNamespace,
  namespaces: readonly string[] = [],
): Promise<void> {
  const backend: BackendModule = {
    type: 'backend',
    init: () => undefined,
    // This function has two parameters and returns a promise, so i18next expects no callback from it.
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
