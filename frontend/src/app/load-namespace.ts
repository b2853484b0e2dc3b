import type { LoadNamespace } from '../lib/i18n.js';

const files = import.meta.glob<{ default: Record<string, string> }>([
  '../locales/*/*.json',
  '!../locales/*/common.json',
]);

/** Each namespace and language is a small chunk of its own. */
export const loadNamespace: LoadNamespace = async (language, namespace) => {
  const file = files[`../locales/${language}/${namespace}.json`];
  if (file === undefined) throw new Error(`No texts for ${namespace} in ${language}.`);
  return (await file()).default;
};
