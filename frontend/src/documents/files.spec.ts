import { type Page, PAGES } from '@siegel/contracts/pages';
import { renderFile } from './files.js';

const ORIGIN = 'https://siegel.example';
const file = (name: Parameters<typeof renderFile>[0]['file'], asked?: 'de' | 'en') =>
  renderFile({ file: name, asked, origin: ORIGIN });

it('lets search engines read everything, and names the address of the sitemap', () => {
  expect(file('robots.txt')).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
});

it('lists each page that search engines may list, in each language, with its variants', () => {
  const map = new DOMParser().parseFromString(file('sitemap.xml'), 'application/xml');
  expect(map.querySelector('parsererror')).toBeNull();
  const listed = [...map.querySelectorAll('url')].map((url) => url.querySelector('loc')?.textContent);
  const paths = Object.values<Page>(PAGES)
    .filter(({ index }) => index)
    .map(({ path }) => path);
  expect(listed).toEqual(
    paths.flatMap((path) => ['', '?lang=de', '?lang=en'].map((query) => `${ORIGIN}${path}${query}`)),
  );
  const [first] = map.querySelectorAll('url');
  const alternates = [...(first?.getElementsByTagName('xhtml:link') ?? [])];
  expect(alternates.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')])).toEqual([
    ['de', `${ORIGIN}/?lang=de`],
    ['en', `${ORIGIN}/?lang=en`],
    ['x-default', `${ORIGIN}/`],
  ]);
});

it.each([
  [undefined, 'de', '/'],
  ['en', 'en', '/?lang=en'],
] as const)('is installed in the language asked for (%s)', (asked, lang, start) => {
  expect(JSON.parse(file('manifest.webmanifest', asked))).toMatchObject({ lang, start_url: start });
});
