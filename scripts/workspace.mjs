// What every command stands on: the right Node, installed packages, and builds that are up to date. Uses
// nothing but Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');
const NODE_FLOOR = [20, 19];

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NODE_FLOOR[0] || (major === NODE_FLOOR[0] && minor >= NODE_FLOOR[1])) return;
  console.error(`Node ${NODE_FLOOR.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs a program in the repository; its output is shown only when it fails, or when `loud`. */
export function run(command, args, { loud = false, cwd = root, env = {} } = {}) {
  const windows = process.platform === 'win32';
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: loud ? 'inherit' : 'pipe',
    encoding: 'utf8',
    shell: windows,
    maxBuffer: 1 << 28,
  });
  if (result.status === 0) return result.stdout ?? '';
  if (!loud) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  throw new Error(
    `${command} ${args.join(' ')} ${result.error ? `could not be started: ${result.error.message}` : `ended with ${result.status ?? result.signal}`}`,
  );
}

/** A program of an installed package, run by this very Node. */
export const runPackage = (script, args, options) =>
  run(process.execPath, [join(root, 'node_modules', script), ...args], options);

function filesBelow(path) {
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
function unlessDone(name, inputs, makes, work) {
  const stamp = join(name === 'install' ? join(root, 'node_modules') : cache, `.${name}-stamp`);
  const wanted = fingerprint(inputs);
  const done =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted &&
    makes.every((path) => existsSync(join(root, path)));
  if (done) return;
  rmSync(stamp, { force: true });
  work();
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

export function install(say = () => {}) {
  unlessDone('install', manifests, ['node_modules'], () => {
    say('Installing packages');
    // Not `npm ci`: it refuses a lock file that lacks the optional binaries of other platforms, which not
    // every registry mirror carries.
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
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

export function buildBackend(say = () => {}) {
  unlessDone('backend', sources, ['contracts/dist', 'backend/dist/main.js'], () => {
    say('Building the backend');
    runPackage('@typescript/native/bin/tsc', ['-b', 'contracts', 'backend']);
  });
}

export function buildFrontend(say = () => {}) {
  const inputs = [
    'frontend/src',
    'frontend/public',
    'frontend/index.html',
    'frontend/vite.config.ts',
    'contracts/src',
    'package-lock.json',
  ];
  unlessDone('frontend', inputs, ['frontend/dist/index.html'], () => {
    buildBackend(say);
    say('Building the frontend');
    runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn'], { cwd: join(root, 'frontend') });
  });
}
