import type { QueryKey } from '@tanstack/react-query';
import { type ReactElement, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { closeMenus } from '../lib/close-menus.js';
import { startI18n } from '../lib/i18n.js';
import { languageOfDocument } from '../lib/language.js';
import { siteOfDocument } from '../lib/site.js';
import { Application } from './application.js';
import { queryClient } from './queries.js';
import { followLanguage } from './follow-language.js';
import { renewOldTabs } from './old-tab.js';
import { namespacesOf, type TextFiles } from './load-namespace.js';

/** The id of the element in which an application is rendered. */
export const ROOT = 'root';

/**
 * Renders an application into its document, in the document's language.
 * @param files all text files that the application may need
 * @param namespaces text namespaces of the application's first view
 * @param prefetch query key of the first view's data. The data is requested while the texts are loading. If
 * this request fails, the view repeats it.
 */
export async function startApplication(
  application: ReactElement,
  files: TextFiles,
  namespaces: readonly string[],
  prefetch?: QueryKey,
): Promise<void> {
  const root = document.getElementById(ROOT);
  if (root === null) throw new Error(`The page has no #${ROOT}.`);
  if (prefetch !== undefined) void queryClient.prefetchQuery({ queryKey: prefetch });
  await startI18n(languageOfDocument(), namespacesOf(files), namespaces);
  closeMenus();
  followLanguage();
  renewOldTabs();
  // A transition renders in slices. The browser handles input between two slices.
  startTransition(() =>
    createRoot(root).render(<Application site={siteOfDocument()}>{application}</Application>),
  );
}
