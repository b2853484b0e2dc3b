import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_NAMES } from './enums.js';
import { addressIn } from './addresses.js';
import { carriesToken, type Page, PAGES, pageAt, pathPattern } from './pages.js';

const pages: readonly Page[] = Object.values(PAGES);
const secret = pages.filter(({ token }) => token);
const open = pages.filter(({ token }) => !token);
const example = ({ path }: Page): string => path.replace('/*', '/sign').replace(/:\w+/, 'a-1');

it.each(pages.map((page) => [example(page), page] as const))(
  '%s belongs to exactly one page',
  (path, page) => {
    expect(pageAt(path)).toBe(page);
    expect(pages.filter((other) => new RegExp(`^${pathPattern(other)}$`).test(path))).toEqual([page]);
  },
);

it.each(['/nowhere', '/faq/', '/faq/more', '/ndas', '/sign', '/sign/a/b', '/administrator', ''])(
  '%j is no page',
  (path) => {
    expect(pageAt(path)).toBeUndefined();
  },
);

it('finds the page of an NDA for any path below its id', () => {
  for (const path of ['/nda/018f', '/nda/018f/sign', '/nda/018f/sign/more'])
    expect(pageAt(path)).toBe(PAGES.nda);
});

it('expects a token in every path below a page with a secret, and in no other', () => {
  for (const page of secret) expect(carriesToken(example(page))).toBe(true);
  expect(carriesToken('/sign/a/b')).toBe(true);
  for (const page of open) expect(carriesToken(example(page))).toBe(false);
  for (const path of ['/sign', '/signature', '/api/sign/a']) expect(carriesToken(path)).toBe(false);
});

it('caches no page with a token, and shares a page that search engines may list', () => {
  for (const page of pages) {
    if (page.token) expect([page.cache, page.index]).toEqual(['none', false]);
    expect(page.cache === 'shared').toBe(page.index);
  }
});

it.each([
  ['de', '/legal#impressum', '/legal#impressum'],
  ['en', '/', '/?lang=en'],
  ['en', '/legal#impressum', '/legal?lang=en#impressum'],
] as const)('links in %s to %s by %s', (language, path, address) => {
  expect(addressIn(language, path)).toBe(address);
});

it('uses every name under which views are counted', () => {
  expect(new Set(pages.map(({ counted }) => counted))).toEqual(new Set(PAGE_NAMES));
});

/**
 * nginx.conf repeats parts of the table `PAGES`, because nginx reads the file without a build. These tests
 * compare the repeated parts with the table.
 */
describe('the configuration of nginx', () => {
  const text = readFileSync(join(__dirname, '../../docker/nginx/nginx.conf'), 'utf8');
  const firstSegments = (of: readonly Page[]): string =>
    [...new Set(of.map(({ path }) => path.split('/')[1] ?? ''))].filter((name) => name !== '').join('|');
  const [outside = '', ...places] = text.slice(text.indexOf('server {')).split(/^ {4}location /m);
  const place = (start: string): string => places.find((one) => one.startsWith(start)) ?? '';

  it('caches exactly the documents that proxies may cache', () => {
    const documents = pages
      .filter(({ cache }) => cache === 'shared')
      .map((page) => pathPattern(page).slice(1));
    const of = place(`~ ^/(?<document>${documents.join('|')})/?$ {`);
    expect(of).toContain('proxy_cache documents;');
    expect(places.filter((one) => one.includes('proxy_cache '))).toEqual([of]);
  });

  it('writes no page with a secret into a log', () => {
    const of = place(`~ ^/(?:${firstSegments(secret)})(?:/|$) {`);
    expect(of).toMatch(/^.*\n {6}access_log off;\n {6}error_log \/dev\/null emerg;/);
  });

  it('allows caching of its own answers only for files', () => {
    expect(outside).toContain('set $caching "no-store";');
    expect(places.filter((one) => one.includes('set $caching')).map((one) => one.split(' {')[0])).toEqual([
      '/assets/',
      String.raw`~ ^/(?:favicon\.svg|(?:icon|social)-[a-z0-9-]+\.png)$`,
    ]);
  });

  it('logs the names of pages without a secret', () => {
    expect(text).toContain(`~^/(?<page>${firstSegments(open)})(?:/|$)  /$page;`);
  });
});
