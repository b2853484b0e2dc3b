import type { ResourceKey } from 'i18next';
import type { LoadNamespace } from '../lib/i18n.js';

export type Texts = Readonly<Record<string, ResourceKey>>;
/**
 * The text files of one application, by the addresses that its entry finds. They are per application because
 * their names add to the size of its first view.
 */
export type TextFiles = Readonly<Record<string, () => Promise<Texts>>>;

/** Namespaces that one view needs together are in one file. */
const JOINED: Readonly<Record<string, string>> = {
  wizard: 'wizard',
  agreement: 'wizard',
  signing: 'finish',
  payment: 'finish',
  finish: 'finish',
  invitation: 'finish',
};

/**
 * Loads the texts of an application in a language: a small file for each view. The texts of documents are in
 * their HTML.
 */
export const namespacesOf =
  (files: TextFiles): LoadNamespace =>
  async (language, namespace) => {
    const joined = JOINED[namespace];
    const name = joined === undefined ? `${namespace}.json` : `${joined}.texts.ts`;
    const texts = (await files[`../locales/${language}/${name}`]?.())?.[joined ? namespace : 'default'];
    if (texts === undefined) throw new Error(`No texts for ${namespace} in ${language}.`);
    return texts;
  };
