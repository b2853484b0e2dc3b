export interface PageMeta {
  /** Key below `meta` in the common texts. */
  key: string;
  indexed: boolean;
}

const INDEXED: ReadonlyMap<string, string> = new Map([
  ['/', 'home'],
  ['/how-it-works', 'howItWorks'],
  ['/faq', 'faq'],
  ['/about', 'about'],
  ['/contact', 'contact'],
  ['/legal', 'legal'],
  ['/privacy', 'privacy'],
  ['/verify', 'verify'],
]);

/**
 * Which title and description a path has, and whether search engines may list it
 * (rule:private-pages-are-not-indexed).
 */
export function pageMeta(path: string): PageMeta {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const listed = INDEXED.get(trimmed);
  if (listed !== undefined) return { key: listed, indexed: true };
  if (trimmed === '/create' || trimmed.startsWith('/nda/')) return { key: 'wizard', indexed: false };
  if (/^\/(sign|remote-signature)\/[^/]+$/.test(trimmed)) return { key: 'signingPage', indexed: false };
  if (trimmed === '/admin' || trimmed === '/admin/dashboard') return { key: 'admin', indexed: false };
  return { key: 'notFound', indexed: false };
}
