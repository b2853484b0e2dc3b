import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { addressIn, LANGUAGE_PARAMETER } from '@siegel/contracts/addresses';
import { type Page, PAGES } from '@siegel/contracts/pages';
import { PAPERS } from './head.js';
import { escaped, tag } from './html.js';
import { TEXTS } from './texts.js';

/** Files at fixed addresses whose content depends on the site or the language. */
export type SiteFile = 'robots.txt' | 'sitemap.xml' | 'manifest.webmanifest';

export interface FileOptions {
  readonly file: SiteFile;
  /**
   * The language that the address names. If it is undefined, the address names no language and the file is in
   * German.
   */
  readonly asked: Language | undefined;
  /** Scheme and host of the site's public address. */
  readonly origin: string;
}

const indexed = Object.values<Page>(PAGES).filter(({ index }) => index);

export function renderFile({ file, asked = 'de', origin }: FileOptions): string {
  if (file === 'robots.txt') return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
  return file === 'sitemap.xml' ? sitemap(origin) : manifest(asked);
}

/**
 * Returns the sitemap. Each language variant of a page has its own entry, with all variants as alternates.
 */
function sitemap(origin: string): string {
  const address = (path: string, language: Language | undefined): string =>
    `${origin}${path}${language === undefined ? '' : `?${LANGUAGE_PARAMETER}=${language}`}`;
  const entries = indexed.flatMap(({ path }) => {
    const alternates = [...LANGUAGES, undefined].map(
      (language) =>
        `    <xhtml:link rel="alternate" hreflang="${language ?? 'x-default'}" href="${escaped(address(path, language))}"/>`,
    );
    return [undefined, ...LANGUAGES].map((language) =>
      ['  <url>', `    ${tag('loc', {}, escaped(address(path, language)))}`, ...alternates, '  </url>'].join(
        '\n',
      ),
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icon-${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

function manifest(language: Language): string {
  return JSON.stringify({
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: TEXTS[language].t('meta.home.description', { ns: 'documents' }),
    lang: language,
    dir: 'ltr',
    start_url: addressIn(language, '/'),
    display: 'browser',
    theme_color: PAPERS.light,
    background_color: PAPERS.light,
    icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
  });
}
