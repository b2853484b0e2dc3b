import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './test.js';
import { sampledUnlessLong } from './sampled.js';

interface Links {
  /** Addresses of pages, with their anchors. */
  readonly pages: readonly string[];
  /** Addresses of other files that the page names: styles, scripts, icons, pictures and alternates. */
  readonly files: readonly string[];
  readonly ids: readonly string[];
}

const linksOf = (page: Page): Promise<Links> =>
  page.evaluate(() => {
    const absolute = (address: string) => new URL(address, document.baseURI).href;
    const of = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((element) => absolute(element.getAttribute(name) ?? ''));
    const anchors = of('a[href]:not([download])', 'href');
    return {
      pages: [...anchors, ...of('link[rel="alternate"], link[rel="canonical"]', 'href')].filter((address) =>
        address.startsWith('http'),
      ),
      files: [
        ...of('link[href]', 'href'),
        ...of('a[download]', 'href'),
        ...of('script[src], img[src]', 'src'),
        ...of('meta[property="og:image"]', 'content'),
        ...[...document.querySelectorAll<HTMLElement>('[data-ahead]')].flatMap(
          ({ dataset }) => dataset['ahead']?.split(' ').map(absolute) ?? [],
        ),
      ],
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    };
  });

/**
 * Returns the addresses that a fetched file contains, such as the icons of a manifest, the fonts and pictures
 * of a style sheet, or the pages of the sitemap.
 */
function namedIn(address: string, text: string): string[] {
  const { pathname } = new URL(address);
  const absolute = (found: string) => new URL(found, address).href;
  if (pathname.endsWith('.webmanifest')) {
    const { icons, start_url } = JSON.parse(text) as { icons: { src: string }[]; start_url: string };
    return [start_url, ...icons.map(({ src }) => src)].map(absolute);
  }
  const pattern = { css: /url\("?([^")]+)"?\)/g, xml: /(?:<loc>|href=")([^<"]+)/g, txt: /Sitemap: (\S+)/g }[
    pathname.split('.').pop() ?? ''
  ];
  return pattern === undefined
    ? []
    : [...text.matchAll(pattern)]
        .map(([, found = '']) => absolute(found))
        .filter((one) => one.startsWith('http'));
}

/**
 * Requests each file once.
 * @returns the files that cannot be fetched, each with the address of the page or file that names it
 */
async function deadFiles(request: APIRequestContext, namedBy: Map<string, string>): Promise<string[]> {
  const dead: string[] = [];
  // The loop adds entries to the map that it walks through.
  for (const [address, where] of namedBy) {
    const answer = await request.get(address);
    if (answer.status() >= 400) dead.push(`${address}, named by ${where}: ${answer.status()}`);
    else
      for (const next of namedIn(address, await answer.text()))
        if (!namedBy.has(next)) namedBy.set(next, new URL(address).pathname);
  }
  return dead;
}

for (const language of sampledUnlessLong(['de', 'en']))
  test(`no link of the site is dead, and no anchor is missing (${language})`, async ({
    page,
    request,
    baseURL,
  }) => {
    const start = new URL(language === 'de' ? '/' : '/?lang=en', baseURL).href;
    const robots = new URL('/robots.txt', baseURL).href;
    /**
     * The key is the address of a page. The value is the address of the first page that links to it. The loop
     * below adds the pages that it finds.
     */
    const pages = new Map([[start, 'here']]);
    const files = new Map([[robots, 'here']]);
    const anchors = new Map<string, string>();
    const ids = new Map<string, readonly string[]>();
    const dead: string[] = [];
    for (const [address, where] of pages) {
      const answer = await page.goto(address);
      if ((answer?.status() ?? 500) >= 400) dead.push(`${address}, linked by ${where}: ${answer?.status()}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      const links = await linksOf(page);
      ids.set(address, links.ids);
      for (const link of links.pages) {
        const [to = '', anchor] = link.split('#');
        if (new URL(to).origin !== new URL(start).origin) continue;
        if (!pages.has(to)) pages.set(to, address);
        if (anchor !== undefined) anchors.set(link, address);
      }
      for (const file of links.files) if (!files.has(file)) files.set(file, address);
    }
    for (const [link, where] of anchors) {
      const [to = '', anchor = ''] = link.split('#');
      if (ids.get(to)?.includes(decodeURIComponent(anchor)) !== true)
        dead.push(`${link}, linked by ${where}: no such place`);
    }
    expect([...dead, ...(await deadFiles(request, files))]).toEqual([]);
    expect(pages.size).toBeGreaterThan(15);
    expect(files.size).toBeGreaterThan(30);
    expect(anchors.size).toBeGreaterThan(3);
  });
