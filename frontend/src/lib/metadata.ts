import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { LANGUAGE_PARAMETER } from './language.js';

export interface PageMetadata {
  language: Language;
  title: string;
  description: string;
  /** Path without query. */
  path: string;
  /**
   * Wizard, signing, admin and error pages stay out of search engines (rule:private-pages-are-not-indexed).
   */
  indexed: boolean;
}

/**
 * Sets document language, title, description, robots, canonical address and language alternates
 * (rule:metadata-per-language).
 */
export function applyMetadata(page: PageMetadata): void {
  const address = `${window.location.origin}${page.path}`;
  document.documentElement.lang = page.language;
  document.title = page.title;
  meta('description', page.description);
  meta('robots', page.indexed ? 'index, follow' : 'noindex, nofollow');
  clearLinks();
  if (!page.indexed) return;
  link('canonical', address);
  for (const language of LANGUAGES)
    link('alternate', `${address}?${LANGUAGE_PARAMETER}=${language}`, language);
  link('alternate', address, 'x-default');
}

function meta(name: string, content: string): void {
  const existing = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  const element =
    existing ?? document.head.appendChild(Object.assign(document.createElement('meta'), { name }));
  element.content = content;
}

function clearLinks(): void {
  for (const element of document.head.querySelectorAll('link[rel="canonical"], link[rel="alternate"]'))
    element.remove();
}

function link(rel: string, href: string, hreflang?: string): void {
  const element = document.createElement('link');
  element.rel = rel;
  element.href = href;
  if (hreflang !== undefined) element.hreflang = hreflang;
  document.head.append(element);
}
