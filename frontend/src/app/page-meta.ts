import type { KnownPage } from '@siegel/contracts/pages';
import { pageOf } from '../lib/page.js';

export interface PageMeta {
  /** Key below `meta` in the common texts. */
  key: KnownPage['texts'] | 'notFound';
  indexed: boolean;
}

/**
 * Which title and description a path has, and whether search engines may list it
 * (rule:private-pages-are-not-indexed).
 */
export function pageMeta(path: string): PageMeta {
  const page = pageOf(path);
  return { key: page?.texts ?? 'notFound', indexed: page?.index === true };
}
