import type { ResourceKey } from 'i18next';
import type { LoadNamespace } from '../lib/i18n.js';

type Texts = Readonly<Record<string, ResourceKey>>;

const files = import.meta.glob<{ default: ResourceKey }>(
  '../locales/*/{common,admin,signing-page,remote,verification}.json',
);
/** What one view needs lies in one file. */
const joined = import.meta.glob<Texts>('../locales/*/*.texts.ts');
const JOINED: Readonly<Record<string, string>> = {
  wizard: 'wizard',
  agreement: 'wizard',
  signing: 'finish',
  payment: 'finish',
  finish: 'finish',
  invitation: 'finish',
};

/** Texts of applications, in a language: a small file for each view. Those of documents are in their HTML. */
export const loadNamespace: LoadNamespace = async (language, namespace) => {
  const file = files[`../locales/${language}/${namespace}.json`];
  if (file !== undefined) return (await file()).default;
  const texts = (await joined[`../locales/${language}/${JOINED[namespace]}.texts.ts`]?.())?.[namespace];
  if (texts === undefined) throw new Error(`No texts for ${namespace} in ${language}.`);
  return texts;
};
