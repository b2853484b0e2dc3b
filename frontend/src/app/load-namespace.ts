import { ownMember } from '@siegel/contracts/own-members';
import type { ResourceKey } from 'i18next';
import type { LoadNamespace } from '../lib/i18n.js';

export type Texts = Readonly<Record<string, ResourceKey>>;
/**
 * The text files of one application, by their paths. Each application lists only its own files, because the
 * file names themselves add to the size of the application's first view.
 */
export type TextFiles = Readonly<Record<string, () => Promise<Texts>>>;

/**
 * Maps a namespace to its file if the file contains several namespaces. A view needs all namespaces of such a
 * file together.
 */
const JOINED: Readonly<Record<string, string>> = {
  wizard: 'wizard',
  agreement: 'wizard',
  signing: 'finish',
  payment: 'finish',
  finish: 'finish',
  invitation: 'finish',
};

/**
 * Returns a function that loads the texts of a namespace in a language. The texts of an application are in
 * small files, one for each view. Documents need no such files, because their HTML contains their texts.
 */
export const namespacesOf =
  (files: TextFiles): LoadNamespace =>
  async (language, namespace) => {
    const joined = ownMember(JOINED, namespace);
    const name = joined === undefined ? `${namespace}.json` : `${joined}.texts.ts`;
    const file = await ownMember(files, `../locales/${language}/${name}`)?.();
    const texts = file && ownMember(file, joined ? namespace : 'default');
    if (texts === undefined) throw new Error(`No texts for ${namespace} in ${language}.`);
    return texts;
  };
