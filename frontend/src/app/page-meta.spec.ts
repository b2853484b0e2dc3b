import { type Page, PAGES } from '@siegel/contracts/pages';
import de from '../locales/de/common.json';
import { pageMeta } from './page-meta.js';

it.each([
  ['/', 'home', true],
  ['/legal/', 'legal', true],
  ['/verify', 'verify', true],
  ['/create', 'wizard', false],
  ['/nda/1', 'wizard', false],
  ['/sign/t', 'signingPage', false],
  ['/admin/dashboard', 'admin', false],
  ['/nix', 'notFound', false],
])('%s', (path, key, indexed) => {
  expect(pageMeta(path)).toEqual({ key, indexed });
});

it.each(Object.values<Page>(PAGES))('$path has a title and a description', ({ texts }) => {
  expect(Object.keys(Object.entries(de.meta).find(([key]) => key === texts)?.[1] ?? {})).toEqual([
    'title',
    'description',
  ]);
});
