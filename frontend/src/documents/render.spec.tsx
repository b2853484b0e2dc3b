import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { type PageId, PAGES } from '@siegel/contracts/pages';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import type { SiteView } from '@siegel/contracts/site';
import type { Entry } from './assets.js';
import { type PageOptions, renderPage } from './render.js';
import { TEXTS } from './texts.js';

const ORIGIN = 'https://siegel.example';
const IDS: readonly PageOptions['page'][] = [...(Object.keys(PAGES) as PageId[]), 'notFound'];
const CASES = IDS.flatMap((page) => LANGUAGES.map((language) => [page, language] as const));
const known = (page: PageOptions['page']) => (page === 'notFound' ? undefined : PAGES[page]);
const kindOf = (page: PageOptions['page']): Entry => known(page)?.kind ?? 'document';
const INDEXED = IDS.filter((page) => known(page)?.index === true);

const options = (page: PageOptions['page'], asked?: Language, site: Partial<SiteView> = {}): PageOptions => ({
  page,
  asked,
  site: { ...sampleSite, ...site },
  origin: ORIGIN,
  analytics: 'tab',
  year: 2026,
  assetsOf: (entry, language) => ({
    head: '/assets/head.js',
    script: `/assets/${entry}.js`,
    styles: [`/assets/${entry}.css`],
    fonts: ['/assets/serif.woff2'],
    preloads: [`/assets/${entry}-${language}.js`],
    ...(entry === 'document' ? { prefetch: ['/assets/wizard.js', '/assets/wizard.css'] } : {}),
    ...(entry === 'wizard' ? { later: ['/assets/later-steps.js'] } : {}),
  }),
});
const read = (html: string) => new DOMParser().parseFromString(html, 'text/html');
const rendered = (...of: Parameters<typeof options>) => read(renderPage(options(...of)));
const links = (page: Document, rel: string) =>
  [...page.querySelectorAll(`link[rel="${rel}"]`)].map((link) => [
    link.getAttribute('hreflang'),
    link.getAttribute('href'),
  ]);
const content = (page: Document, selector: string) => page.querySelector(selector)?.getAttribute('content');
const dataIn = (page: Document, type: string) =>
  [...page.querySelectorAll(`script[type="${type}"]`)].map((one): unknown =>
    JSON.parse(one.textContent ?? ''),
  );

describe.each(CASES)('the page %s in %s', (id, language) => {
  const html = renderPage(options(id, language));
  const page = read(html);

  it('is a complete document in that language', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="(de|en)"( data-analytics="memory" data-token)?>/);
    expect(page.documentElement.lang).toBe(language);
    expect(page.documentElement.hasAttribute('data-token')).toBe(known(id)?.token === true);
    const { t } = TEXTS[language];
    const texts = known(id)?.texts ?? 'notFound';
    expect(page.title).toBe(`${t(`meta.${texts}.title`, { ns: 'documents' })} | ${t('product')}`);
    expect(content(page, 'meta[name="description"]')).toBe(
      t(`meta.${texts}.description`, { ns: 'documents' }),
    );
    // If a text were missing, its key would appear instead.
    expect(page.body.textContent).not.toMatch(/\b(shell|footer|meta|notFound)\.\w+|\{\{/);
  });

  it('has one heading if it is readable without scripts, and a root element if it is an application', () => {
    const isDocument = kindOf(id) === 'document';
    // A document always has a heading. An application has a heading only if search engines may list it.
    expect(page.querySelectorAll('h1')).toHaveLength(isDocument || known(id)?.index === true ? 1 : 0);
    expect(page.querySelectorAll('main')).toHaveLength(1);
    expect(page.querySelectorAll('main #root')).toHaveLength(isDocument ? 0 : 1);
    expect(dataIn(page, 'application/json')).toEqual(isDocument ? [] : [sampleSite]);
  });

  it('has a header and a footer, except on the admin pages', () => {
    const frames = kindOf(id) === 'admin' ? 0 : 1;
    for (const part of ['.site-header', '.site-footer'])
      expect(page.querySelectorAll(part)).toHaveLength(frames);
  });

  it('fetches its fonts with the first view, after the files that a form needs', () => {
    const font = page.querySelector('link[rel="preload"][as="font"]');
    expect(font?.getAttribute('href')).toBe('/assets/serif.woff2');
    expect(font?.getAttribute('fetchpriority')).toBe(kindOf(id) === 'wizard' ? 'low' : null);
  });

  it('names all files of its first view, and no others', () => {
    const named = [...page.querySelectorAll('link[rel="modulepreload"]')].map((one) =>
      one.getAttribute('href'),
    );
    const later = id === 'nda' ? ['/assets/later-steps.js'] : [];
    expect(named).toEqual([`/assets/${kindOf(id)}-${language}.js`, ...later]);
  });

  it('is painted before its scripts load, if they render an application', () => {
    const scripts = [...page.querySelectorAll('link[rel="modulepreload"], script[type="module"]')];
    const urgency = kindOf(id) === 'document' ? null : 'low';
    expect(scripts.map((one) => one.getAttribute('fetchpriority'))).toEqual(scripts.map(() => urgency));
    const wanted = [...page.querySelectorAll('script[type="module"], link[as="font"]')];
    expect(wanted[0]?.tagName).toBe(kindOf(id) === 'wizard' ? 'SCRIPT' : 'LINK');
  });

  it('uses each id only once', () => {
    const ids = [...page.querySelectorAll('[id]')].map((one) => one.id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('needs nothing that the content security policy forbids', () => {
    expect(html).not.toMatch(/\sstyle=|<style|\son\w+="/);
    const scripts = [...page.querySelectorAll('script:not([src])')].map((script) =>
      script.getAttribute('type'),
    );
    expect(scripts.filter((type) => type !== 'application/json' && type !== 'application/ld+json')).toEqual(
      [],
    );
    const before = page.querySelector('script')?.getAttribute('src') === '/assets/head.js';
    // A page with a token has no script that redirects.
    expect(before).toBe(known(id)?.token !== true);
    expect(page.querySelector('script[type="module"]')?.getAttribute('src')).toBe(`/assets/${kindOf(id)}.js`);
  });

  it('links to other pages in its own language', () => {
    const hrefs = [...page.querySelectorAll('a[href^="/"]:not([download])')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(hrefs.filter((href) => href.includes('?lang=en') !== (language === 'en'))).toEqual([]);
    expect(kindOf(id) === 'admin' || hrefs.length > 5).toBe(true);
  });

  it('links only to the legal pages if people open it from a mail', () => {
    const legalOnly = known(id)?.token === true;
    const groups = page.querySelectorAll('.site-footer h2');
    expect(groups).toHaveLength(kindOf(id) === 'admin' ? 0 : legalOnly ? 1 : 3);
  });

  it('lets search engines list it if the table of pages says so, and otherwise not', () => {
    const indexed = known(id)?.index === true;
    expect(content(page, 'meta[name="robots"]')).toBe(indexed ? 'index, follow' : 'noindex, nofollow');
    expect(links(page, 'canonical')).toHaveLength(indexed ? 1 : 0);
    expect(links(page, 'alternate')).toHaveLength(indexed ? 3 : 0);
    expect(content(page, 'meta[property="og:url"]') !== undefined).toBe(indexed);
  });
});

describe.each(INDEXED)('the addresses of %s', (id) => {
  const plain = `${ORIGIN}${known(id)?.path}`;

  it.each([
    [undefined, plain, 'de'],
    ['de', `${plain}?lang=de`, 'de'],
    ['en', `${plain}?lang=en`, 'en'],
  ] as const)('where it names %s are its own and those of its variants', (asked, own, language) => {
    const page = rendered(id, asked);
    expect(page.documentElement.lang).toBe(language);
    expect(links(page, 'canonical')).toEqual([[null, own]]);
    expect(content(page, 'meta[property="og:url"]')).toBe(own);
    expect(links(page, 'alternate')).toEqual([
      ['de', `${plain}?lang=de`],
      ['en', `${plain}?lang=en`],
      ['x-default', plain],
    ]);
  });
});

describe('a feature that the operator has not configured', () => {
  it.each(LANGUAGES)('is not promised: an answer by mail (%s)', (language) => {
    const { t } = TEXTS[language];
    const promises = [
      t('contact.lead', { ns: 'pages' }),
      t('contact.response', { ns: 'pages' }),
      t('faq.response', { ns: 'pages' }),
      t('faq.write', { ns: 'pages' }),
    ];
    const shownPromises = (operatorEmail: string | null) => {
      const text = (['contact', 'faq'] as const)
        .map((id) => rendered(id, language, { operatorEmail }).body.textContent)
        .join(' ');
      return promises.filter((promise) => text.includes(promise));
    };
    expect(shownPromises('post@siegel.example')).toEqual(promises);
    expect(shownPromises(null)).toEqual([]);
    const page = rendered('contact', language, { operatorEmail: null });
    expect(page.querySelector('a[href^="mailto:"]')).toBeNull();
    expect(page.body.textContent).toContain(t('contact.noAddress', { ns: 'pages' }));
  });

  it('is not in the data for search engines (rule:structured-data-says-what-is-shown)', () => {
    const page = rendered('home', 'de', { rating: null });
    const [, , product] = dataIn(page, 'application/ld+json');
    expect(product).not.toHaveProperty('aggregateRating');
    expect(page.querySelector('.home-rating')).toBeNull();
  });
});

describe.each(LANGUAGES)('the first content of an application (%s)', (language) => {
  const words = (page: PageId) => rendered(page, language).querySelector('#root .heading-words')?.textContent;
  const t = TEXTS[language].getFixedT(language, 'wizard');

  it('is the text of the first step, in an element that a draft in the browser can hide', () => {
    for (const page of ['create', 'ndas'] as const) expect(words(page)).toBe(t('idea.title'));
    expect(rendered('create', language).querySelector('.first-step-words .heading-words')).not.toBeNull();
  });

  it('says that the agreement is being loaded', () => expect(words('nda')).toBe(t('load.loading')));

  it('has no heading, since the step itself has one', () => {
    for (const page of ['create', 'ndas', 'nda'] as const)
      expect(rendered(page, language).querySelectorAll('h1')).toHaveLength(0);
  });
});

describe('structured data', () => {
  it('describes offerer, product and price on the home page', () => {
    const rating = { value: 4.8, count: 12, note: 'Asked of all who paid.' };
    const page = rendered('home', 'en', { rating });
    expect(page.querySelector('.home-rating')?.textContent).toBe(
      '4.8 out of 5, from 12 ratings. Asked of all who paid.',
    );
    expect(dataIn(page, 'application/ld+json')).toMatchObject([
      { '@type': 'Organization', name: 'Siegel GmbH', url: `${ORIGIN}/` },
      { '@type': 'WebSite', inLanguage: 'en', url: `${ORIGIN}/?lang=en` },
      {
        '@type': 'Product',
        image: `${ORIGIN}/social-en.png`,
        offers: { lowPrice: '1.99', highPrice: '3.98', priceCurrency: 'EUR' },
        aggregateRating: { ratingValue: 4.8, reviewCount: 12 },
      },
    ]);
  });

  it.each(LANGUAGES)('has the questions and answers of the page (%s)', (language) => {
    const page = rendered('faq', language);
    const [data] = dataIn(page, 'application/ld+json') as [
      { mainEntity: { name: string; acceptedAnswer: { text: string } }[] },
    ];
    const shown = [...page.querySelectorAll('.questions details')].map((item) => [
      item.querySelector('h2')?.textContent,
      [...item.querySelectorAll('.questions-answer p')].map((one) => one.textContent).join('\n\n'),
    ]);
    expect(shown.length).toBeGreaterThan(0);
    expect(data.mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(shown);
  });

  it.each(IDS.filter((id) => id !== 'home' && id !== 'faq'))('is absent on %s', (id) => {
    expect(dataIn(rendered(id, 'de'), 'application/ld+json')).toEqual([]);
  });
});

it('escapes a name of an operator that would end the data of an application', () => {
  const operatorName = '</script><h1>Siegel</h1>';
  const page = rendered('create', 'de', { operatorName });
  expect(page.querySelector('h1')).toBeNull();
  expect(JSON.parse(page.getElementById('site')?.textContent ?? '')).toMatchObject({ operatorName });
});

it('tells scripts whether the session id of analytics may be stored', () => {
  const sessionKept = (analytics: PageOptions['analytics']) =>
    read(renderPage({ ...options('create'), analytics })).documentElement.getAttribute('data-analytics');
  expect([sessionKept('tab'), sessionKept('memory')]).toEqual([null, 'memory']);
  // A page with a token does not store the session id of analytics.
  expect(rendered('sign').documentElement.getAttribute('data-analytics')).toBe('memory');
});

it('names the language in its links to itself, so that the address overrides a stored choice', () => {
  const page = rendered('faq', 'en');
  const menu = [...page.querySelectorAll('.site-header [data-language]')];
  expect(menu.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
    ['?lang=de', null],
    ['?lang=en', 'true'],
  ]);
});

it.each([
  ['howItWorks', ['how-it-works', '/assets/wizard.js /assets/wizard.css', '/create']],
  ['notFound', ['other', '/assets/wizard.js /assets/wizard.css', '/create']],
  ['create', [null, null, null]],
] as const)(
  'tells the script of %s under which name to count it, and which files to prefetch for which link',
  (id, attributes) => {
    const script = rendered(id).querySelector('script[type="module"]');
    const names = ['data-counted', 'data-ahead', 'data-ahead-of'];
    expect(names.map((name) => script?.getAttribute(name))).toEqual(attributes);
  },
);
