import { useTranslation } from 'react-i18next';

/** A list or an object of texts below one key. The parity test holds both languages to the same shape. */
export function useTexts<T>(namespace: string, key: string): T {
  const { t } = useTranslation(namespace);
  return t(key, { returnObjects: true }) as T;
}
