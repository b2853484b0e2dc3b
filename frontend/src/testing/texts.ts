import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@siegel/contracts/enums';
import { i18n, startI18n } from '../lib/i18n.js';

const LOCALES = join(__dirname, '..', 'locales');

/**
 * Starts i18n with the real texts, read from disk. The named namespaces are loaded before the test renders.
 */
export async function startTexts(language: Language, namespaces: readonly string[] = []): Promise<void> {
  await startI18n(language, async (lng, namespace) =>
    JSON.parse(readFileSync(join(LOCALES, lng, `${namespace}.json`), 'utf8')),
  );
  await i18n.loadNamespaces([...namespaces]);
}
