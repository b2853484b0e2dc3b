import { type Page, PAGES } from '@siegel/contracts/pages';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPage } from './render.js';

const ROOT = join(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const LISTED = Object.values<Page>(PAGES).filter(({ index }) => index);
const missing = (known: readonly string[]): string[] =>
  LISTED.map(({ path }) => path).filter((path) => !known.includes(path));

describe('every page that search engines may list', () => {
  it('is linked from the home page (if not, add its link in src/app/footer.tsx)', () => {
    const html = renderPage({
      page: 'home',
      asked: undefined,
      site: sampleSite,
      origin: 'https://siegel.example',
      year: 2026,
      analytics: 'tab',
      assetsOf: () => ({ head: '', script: '', styles: [], fonts: [], preloads: [] }),
    });
    const links = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href]');
    expect(missing([...links].map((link) => link.getAttribute('href') ?? ''))).toEqual([]);
  });

  it('has a budget for the files of its first view (if not, add its line in budgets.json)', () => {
    const budgets = [...read('frontend/budgets.json').matchAll(/"path": "([^"]*)"/g)];
    expect(missing(budgets.map(([, path = '']) => path))).toEqual([]);
  });

  it('is among the pictures of all screens (if not, add its state in scripts/screenshot-states.mjs)', () => {
    const scripts = readdirSync(join(ROOT, 'scripts')).filter((name) => name.startsWith('screenshot-'));
    const states = scripts.map((name) => read(`scripts/${name}`)).join('\n');
    const shown = [...states.matchAll(/path: \(\) => '([^'?]*)/g)].map(([, path = '']) => path);
    expect(missing(shown)).toEqual([]);
  });
});
