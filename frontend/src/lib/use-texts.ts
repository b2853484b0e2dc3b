import type { CustomTypeOptions } from 'i18next';
import { useTranslation } from 'react-i18next';

type Resources = CustomTypeOptions['resources'];
type Namespace = keyof Resources;
/** The keys that hold a list or an object of texts. */
type ListKey<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? never
    : Texts[Key] extends readonly unknown[]
      ? Key
      : Key | `${Key}.${ListKey<Texts[Key]>}`;
}[keyof Texts & string];
/** The type of the German texts under a key. */
type TextsAt<Texts, Key extends string> = Key extends keyof Texts
  ? Texts[Key]
  : Key extends `${infer First}.${infer Rest}`
    ? First extends keyof Texts
      ? TextsAt<Texts[First], Rest>
      : never
    : never;

/**
 * Returns the list or object of texts under one key. Its type comes from the German file, so code that uses a
 * missing text does not compile. The parity test ensures that both languages have the same shape.
 */
export function useTexts<Name extends Namespace, Key extends ListKey<Resources[Name]> & string>(
  namespace: Name,
  key: Key,
): TextsAt<Resources[Name], Key> {
  const { t } = useTranslation(namespace);
  // i18next's types only describe the value of a single known key. Here the type of the key is a union of
  // many keys.
  const look = t as unknown as (
    address: string,
    options: { returnObjects: true },
  ) => TextsAt<Resources[Name], Key>;
  return look(key, { returnObjects: true });
}
