// Creates a copy of the repository in which everything can be changed, compiled and run.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { atTheEnd } from '../processes.mjs';

/**
 * Files and folders that are not copied: installed packages, build output, caches, reports and local data.
 * The copy gets links to the packages, and compiles its own output.
 */
const NOT_COPIED = [
  'node_modules',
  'dist',
  '.cache',
  '.git',
  '.data',
  '.env',
  'test-results',
  'playwright-report',
  'coverage',
];
const WORKSPACES = ['backend', 'frontend'];

const isCopied = (path) => !NOT_COPIED.includes(basename(path)) && !path.endsWith('.tsbuildinfo');

/**
 * Links each installed package. Our own packages come from the copy. The folders of packages are not linked as
 * a whole: `npm ci` in the copy deletes what is in them, and would delete the packages of the repository.
 */
function linkPackages(root, folder) {
  const installed = join(root, 'node_modules');
  if (!existsSync(installed)) throw new Error('No packages are installed here: npm ci');
  mkdirSync(join(folder, 'node_modules/@siegel'), { recursive: true });
  for (const name of readdirSync(installed).filter((name) => name !== '@siegel'))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(installed, '@siegel')))
    symlinkSync(join('../..', name), join(folder, 'node_modules/@siegel', name));
  for (const workspace of WORKSPACES) {
    const packages = join(workspace, 'node_modules');
    mkdirSync(join(folder, packages), { recursive: true });
    if (!existsSync(join(root, packages))) continue;
    for (const name of readdirSync(join(root, packages)))
      symlinkSync(join(root, packages, name), join(folder, packages, name));
  }
}

/**
 * Copies the repository into a temporary folder, which is deleted when the command ends.
 * @returns the folder
 */
export function copyOfRepository(root) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'siegel-recipes-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  // If root runs the tests, PostgreSQL runs as another user and must be able to enter this folder.
  chmodSync(folder, 0o755);
  for (const name of readdirSync(root).filter(isCopied)) {
    const filter = (path) => isCopied(relative(root, path));
    cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  }
  linkPackages(root, folder);
  return folder;
}
