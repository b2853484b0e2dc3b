import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { addressIn, LANGUAGE_PARAMETER } from '@siegel/contracts/addresses';
import { type Page, PAGES } from '@siegel/contracts/pages';
import type { Assets } from './assets.js';
import { type Attributes, data, escaped, tag } from './html.js';

/** Size in pixels of the picture that other sites show with a link. */
export const SOCIAL_PICTURE = { width: 1200, height: 630 } as const;

const OG_LOCALES: Readonly<Record<Language, string>> = { de: 'de_DE', en: 'en_US' };
/** The value of the CSS variable `--paper` in each colour scheme (styles/tokens.css). */
export const PAPERS = { light: '#F4F1E9', dark: '#111318' } as const;

export interface HeadFacts {
  readonly language: Language;
  /**
   * The language that the address names. If it is undefined, the address names no language and the page is in
   * German.
   */
  readonly asked: Language | undefined;
  /** The title without the product's name. */
  readonly title: string;
  readonly description: string;
  /** Text alternative of the picture. */
  readonly pictureText: string;
  /** Undefined for the page that is shown at unknown addresses. */
  readonly page: Pick<Page, 'path' | 'index' | 'token' | 'counted' | 'kind'> | undefined;
  /** Scheme and host of the site's public address. */
  readonly origin: string;
  /** schema.org data, for pages that search engines may list. */
  readonly structured: readonly object[];
}

/**
 * Returns the content of a document's head (rule:metadata-per-language). The order matters. First comes the
 * script that redirects readers to their language before anything is painted. Then come the files of the
 * first view.
 */
export function head(facts: HeadFacts, assets: Assets): string {
  const { title, description, language } = facts;
  const named = `${title} | ${PRODUCT_NAME}`;
  const indexed = facts.page?.index === true ? facts.page : undefined;
  const fetchpriority = urgencyOfScripts(facts);
  return [
    tag('meta', { charset: 'utf-8' }),
    tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' }),
    tag('title', {}, escaped(named)),
    // A page with a token has no script that redirects.
    ...(facts.page?.token === true ? [] : [tag('script', { src: assets.head }, '')]),
    ...assets.styles.map((href) => tag('link', { rel: 'stylesheet', href })),
    ...(facts.page?.kind === 'wizard' ? [] : fonts(assets)),
    ...preloads(facts, assets).map((href) => tag('link', { rel: 'modulepreload', href, fetchpriority })),
    tag('script', { type: 'module', src: assets.script, fetchpriority, ...scriptFacts(facts, assets) }, ''),
    ...(facts.page?.kind === 'wizard' ? fonts(assets, 'low') : []),
    tag('meta', { name: 'color-scheme', content: 'light dark' }),
    ...Object.entries(PAPERS).map(([mode, content]) =>
      tag('meta', { name: 'theme-color', media: `(prefers-color-scheme: ${mode})`, content }),
    ),
    tag('meta', { name: 'description', content: description }),
    tag('meta', { name: 'robots', content: indexed ? 'index, follow' : 'noindex, nofollow' }),
    tag('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: '/icon-180.png' }),
    tag('link', { rel: 'manifest', href: addressIn(language, '/manifest.webmanifest') }),
    ...(indexed === undefined ? [] : addresses(indexed.path, facts)),
    ...(indexed === undefined ? [] : preview(indexed.path, named, facts)),
    ...facts.structured.map((one) => data('application/ld+json', one)),
  ].join('\n');
}

const FONT = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' } as const;

/**
 * The wizard consists of forms, where typing matters more than looks. So on a slow connection the wizard's
 * fonts load after the scripts that handle key presses.
 */
const fonts = ({ fonts: files }: Assets, fetchpriority?: 'low'): string[] =>
  files.map((href) => tag('link', { ...FONT, href, fetchpriority }));

const preloads = ({ page }: HeadFacts, { preloads: first, later = [] }: Assets): readonly string[] =>
  page?.path === PAGES.nda.path ? [...first, ...later] : first;

/**
 * The frame and the outline of an application are painted without scripts. So the style sheet loads first,
 * and the scripts have a low priority.
 */
const urgencyOfScripts = ({ page }: HeadFacts): 'low' | undefined =>
  page === undefined || page.kind === 'document' ? undefined : 'low';

/**
 * Returns the facts that a document's script needs about its own page. The script does not import the table
 * of all pages, because that table would be longer than the script itself.
 */
const scriptFacts = ({ page }: HeadFacts, { prefetch }: Assets): Attributes =>
  prefetch === undefined
    ? {}
    : {
        'data-counted': page?.counted ?? 'other',
        'data-ahead': prefetch.join(' '),
        'data-ahead-of': PAGES.create.path,
      };

const variant = (path: string, { origin }: HeadFacts, language: Language | undefined): string =>
  `${origin}${path}${language === undefined ? '' : `?${LANGUAGE_PARAMETER}=${language}`}`;

/**
 * Each language variant of a page is treated as a separate page, so each variant names its own address as the
 * canonical address.
 */
function addresses(path: string, facts: HeadFacts): string[] {
  const alternate = (hreflang: string, language: Language | undefined): string =>
    tag('link', { rel: 'alternate', hreflang, href: variant(path, facts, language) });
  return [
    tag('link', { rel: 'canonical', href: variant(path, facts, facts.asked) }),
    ...LANGUAGES.map((language) => alternate(language, language)),
    alternate('x-default', undefined),
  ];
}

function preview(path: string, named: string, facts: HeadFacts): string[] {
  const { language, origin, description, pictureText } = facts;
  const property = (name: string, content: string): string =>
    tag('meta', { property: `og:${name}`, content });
  return [
    property('type', 'website'),
    property('site_name', PRODUCT_NAME),
    property('title', named),
    property('description', description),
    property('url', variant(path, facts, facts.asked)),
    property('locale', OG_LOCALES[language]),
    ...LANGUAGES.filter((other) => other !== language).map((other) =>
      property('locale:alternate', OG_LOCALES[other]),
    ),
    property('image', `${origin}/social-${language}.png`),
    property('image:width', String(SOCIAL_PICTURE.width)),
    property('image:height', String(SOCIAL_PICTURE.height)),
    property('image:alt', pictureText),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ];
}
