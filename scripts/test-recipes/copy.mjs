// A copy of the repository in which everything may be changed, compiled and run.
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

/** What is installed, built or noted; it is made anew, or linked. */
const LEFT_OUT = [
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

const isCopied = (path) => !LEFT_OUT.includes(basename(path)) && !path.endsWith('.tsbuildinfo');

/** Each package as it is installed; but our own are those of the copy. */
function linkPackages(root, folder) {
  const installed = join(root, 'node_modules');
  if (!existsSync(installed)) throw new Error('No packages are installed here: npm ci');
  mkdirSync(join(folder, 'node_modules/@siegel'), { recursive: true });
  for (const name of readdirSync(installed).filter((name) => name !== '@siegel'))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(installed, '@siegel')))
    symlinkSync(join('../..', name), join(folder, 'node_modules/@siegel', name));
  for (const workspace of WORKSPACES)
    symlinkSync(join(root, workspace, 'node_modules'), join(folder, workspace, 'node_modules'));
}

/** Goes with the command that asked for it. @returns its folder */
export function copyOfRepository(root) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'siegel-recipes-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  // Started by root, PostgreSQL is another user.
  chmodSync(folder, 0o755);
  for (const name of readdirSync(root).filter(isCopied)) {
    const filter = (path) => isCopied(relative(root, path));
    cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  }
  linkPackages(root, folder);
  return folder;
}
