import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(__dirname, '../../..');
const PAGE = 'docs/testing.md';
const page = readFileSync(join(root, PAGE), 'utf8');

const FOLDERS = ['backend/src', 'backend/testing', 'contracts/src', 'frontend/src', 'frontend/e2e'];
/** Matches the ways in which a test declares that `npm test` skips it, completely or in part. */
const LATER = /\/only-in-all(?:\.js)?'|\b(?:testInAll|sampledUnlessAll)\(/;
const DECLARES = [
  'backend/src/platform/testing/only-in-all.ts',
  'frontend/e2e/sampled.ts',
  'frontend/e2e/test.ts',
];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    relative(root, join(root, folder, name)),
  ),
);
const isOfTests = (name: string): boolean => /\.spec\.tsx?$|[\\/]testing[\\/]/.test(name);
const beginsLater = (name: string): boolean =>
  name.includes('.all.spec.') ||
  (isOfTests(name) && /\.tsx?$/.test(name) && LATER.test(readFileSync(join(root, name), 'utf8')));

describe(`${PAGE}, on the tests that only npm run test:all runs`, () => {
  it('has a row for each such test; a row for a new test also names the test of its rule in npm test', () => {
    const later = files.filter((name) => !DECLARES.includes(name) && beginsLater(name));
    expect(later.length).toBeGreaterThan(50);
    expect(later.filter((name) => !page.includes(`](../${name})`))).toEqual([]);
  });

  it('names only tests that exist', () => {
    const named = [...page.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? '');
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
