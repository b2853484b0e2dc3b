// What every command stands on: the right Node, installed packages, and builds that are up to date. Uses
// nothing but Node.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run as runProcess } from './processes.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');
const NODE_FLOOR = [20, 19];

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1])) return;
  console.error(`Node ${NODE_FLOOR.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** As `run` of processes.mjs, in the repository. */
export const run = (command, args, options) => runProcess(command, args, { cwd: root, ...options });

/** A program of an installed package, run by this very Node. */
export const runPackage = (script, args, options) =>
  run(process.execPath, [join(root, 'node_modules', script), ...args], options);

/** The files below a folder, or the file itself; what is installed or built is left out. */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', '.cache', 'test-results'].includes(entry.name))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
}

function fingerprint(paths) {
  const hash = createHash('sha256')
    .update(process.versions.node.split('.')[0])
    .update(process.platform)
    .update(process.arch);
  for (const file of paths.flatMap((path) => filesBelow(join(root, path))).sort()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Does `work` unless it was done for exactly these inputs and what it makes is still there. */
async function unlessDone(name, inputs, makes, work) {
  const stamp = join(name === 'install' ? join(root, 'node_modules') : cache, `.${name}-stamp`);
  const wanted = fingerprint(inputs);
  const done =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted &&
    makes.every((path) => existsSync(join(root, path)));
  if (done) return;
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

const manifests = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'contracts/package.json',
  'backend/package.json',
  'frontend/package.json',
];

export async function install(say = () => {}) {
  await unlessDone('install', manifests, ['node_modules'], async () => {
    say('Installing packages');
    // Not `npm ci`: it refuses a lock file that lacks the optional binaries of other platforms, which not
    // every registry mirror carries.
    await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
    ]);
  });
}

const sources = [
  'contracts/src',
  'contracts/tsconfig.json',
  'backend/src',
  'backend/tsconfig.json',
  'tsconfig.base.json',
  'package-lock.json',
];

export async function buildBackend(say = () => {}) {
  await unlessDone('backend', sources, ['contracts/dist', 'backend/dist/main.js'], async () => {
    say('Building the backend');
    await runPackage('@typescript/native/bin/tsc', ['-b', 'contracts', 'backend']);
  });
}

export async function buildFrontend(say = () => {}) {
  const inputs = [
    'frontend/src',
    'frontend/public',
    'frontend/index.html',
    'frontend/vite.config.ts',
    'contracts/src',
    'package-lock.json',
  ];
  await unlessDone('frontend', inputs, ['frontend/dist/index.html'], async () => {
    await buildBackend(say);
    say('Building the frontend');
    await runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: join(root, 'frontend') });
  });
}
