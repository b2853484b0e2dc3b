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
