import type { CustomTypeOptions } from 'i18next';
import { useTranslation } from 'react-i18next';

type Resources = CustomTypeOptions['resources'];
type Namespace = keyof Resources;
/** Keys below which there is more than one text. */
type ListKey<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? never
    : Texts[Key] extends readonly unknown[]
      ? Key
      : Key | `${Key}.${ListKey<Texts[Key]>}`;
}[keyof Texts & string];
/** The type of the German texts below a key. */
type TextsAt<Texts, Key extends string> = Key extends keyof Texts
  ? Texts[Key]
  : Key extends `${infer First}.${infer Rest}`
    ? First extends keyof Texts
      ? TextsAt<Texts[First], Rest>
      : never
    : never;

/**
 * A list or an object of texts below one key, with its type in the German file: a text that is missing there
 * does not compile where it is used. The parity test holds both languages to the same shape.
 */
export function useTexts<Name extends Namespace, Key extends ListKey<Resources[Name]> & string>(
  namespace: Name,
  key: Key,
): TextsAt<Resources[Name], Key> {
  const { t } = useTranslation(namespace);
  // i18next's types give the value of one known key. Here the key is one of many.
  const look = t as unknown as (
    address: string,
    options: { returnObjects: true },
  ) => TextsAt<Resources[Name], Key>;
  return look(key, { returnObjects: true });
}
