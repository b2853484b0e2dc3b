import type { CustomTypeOptions } from 'i18next';
import { useTranslation } from 'react-i18next';

type Resources = CustomTypeOptions['resources'];
type Namespace = keyof Resources;
/** Addresses of what is more than one text. */
type ListKey<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? never
    : Texts[Key] extends readonly unknown[]
      ? Key
      : Key | `${Key}.${ListKey<Texts[Key]>}`;
}[keyof Texts & string];

/** A list or an object of texts below one key. The parity test holds both languages to the same shape. */
export function useTexts<T>(
  namespace: Namespace,
  key: { [Name in Namespace]: ListKey<Resources[Name]> }[Namespace],
): T {
  const { t } = useTranslation(namespace);
  // i18next types what one key holds; here the key is one of many, and its shape the caller's to know.
  const look = t as unknown as (address: string, options: { returnObjects: true }) => T;
  return look(key, { returnObjects: true });
}
