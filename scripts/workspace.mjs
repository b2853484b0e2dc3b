// What every command stands on: the right Node, installed packages, and builds that are up to date. Uses
// nothing but Node.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteCommit } from './built-from.mjs';
import { COMPILER, compile } from './compiler.mjs';
import { run as runProcess } from './processes.mjs';
import { takeTurn } from './turn.mjs';

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

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** The files below a folder, or the file itself; what is installed or built is left out. */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', '.cache', 'test-results'].includes(entry.name))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
}

/** Of what the files below these paths hold, on this machine. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
    .update(process.versions.node.split('.')[0])
    .update(process.platform)
    .update(process.arch);
  for (const file of paths.flatMap((path) => filesBelow(join(root, path))).sort()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const missing = (paths) => paths.filter((path) => !existsSync(join(root, path)));

/**
 * What a piece of work was last done for, as the note says that it left when it was all there; undefined where
 * it is not.
 */
function doneFor({ stamp, makes }) {
  return existsSync(stamp) && missing(makes).length === 0 ? readFileSync(stamp, 'utf8') : undefined;
}

/** Waits until nobody else builds, checks or tests in this clone. */
export const ownTurn = (name, say) => takeTurn(join(cache, 'turn'), name, say);

/**
 * Does `work` unless it was done for exactly these inputs and what it makes is still there.
 * @throws Error where it fails, or does not make it; nothing then says that it was done
 */
async function unlessDone(job, work, say = () => {}) {
  if (doneFor(job) === fingerprint(job.inputs)) return;
  const leave = await ownTurn('a build', say);
  try {
    // Others may have done it meanwhile.
    const wanted = fingerprint(job.inputs);
    if (doneFor(job) === wanted) return;
    rmSync(job.stamp, { force: true });
    await work();
    const lacking = missing(job.makes);
    if (lacking.length > 0) throw new Error(`${lacking.join(' and ')} should be there now, and is not.`);
    mkdirSync(dirname(job.stamp), { recursive: true });
    writeFileSync(job.stamp, wanted);
  } finally {
    leave();
  }
}

const BUNDLER = 'node_modules/vite/bin/vite.js';

const INSTALL = {
  stamp: join(root, 'node_modules/.install-stamp'),
  inputs: [
    'package.json',
    'package-lock.json',
    '.npmrc',
    'contracts/package.json',
    'backend/package.json',
    'frontend/package.json',
  ],
  makes: [COMPILER, BUNDLER],
};
const BACKEND = {
  stamp: join(cache, '.backend-stamp'),
  inputs: [
    'contracts/src',
    'contracts/tsconfig.json',
    'backend/src',
    'backend/testing',
    'backend/package.json',
    'backend/tsconfig.json',
    'tsconfig.base.json',
    'package-lock.json',
    'scripts/bundle-backend.mjs',
  ],
  makes: [
    'contracts/dist',
    'backend/dist/main.js',
    'backend/dist/cli/main.js',
    'backend/dist/bundle/serve.js',
    'backend/dist/bundle/siegel.main.js',
  ],
};
/** Where the service reads what it was built from. */
const COMMIT = join(root, 'backend/dist/commit');
const FRONTEND = {
  stamp: join(cache, '.frontend-stamp'),
  inputs: [
    'frontend/src',
    'frontend/public',
    'frontend/vite.config.ts',
    'frontend/vite-chunks.ts',
    'frontend/vite-compressed-files.ts',
    'frontend/vite-document-assets.ts',
    'frontend/vite-icon-weights.ts',
    'frontend/vite-standalone-scripts.ts',
    'contracts/src',
    'package-lock.json',
  ],
  makes: ['frontend/dist/client/.vite/manifest.json', 'frontend/dist/documents/pages.js'],
};

export async function install(say = () => {}) {
  await unlessDone(
    INSTALL,
    async () => {
      say('Installing packages');
      // With what builds, which NODE_ENV=production would leave out.
      const words = ['ci', '--include=dev', '--no-audit', '--no-fund'];
      // Without it npm fetches anew what is cached: the lock file names versions and hashes, and no places. It gives
      // up where the cache knows a package from before the version that is locked.
      await run(npm, [...words, '--prefer-offline']).catch(() => {
        say('Installing packages, and looking up all of them');
        return run(npm, words);
      });
    },
    say,
  );
}

export async function buildBackend(say = () => {}) {
  await unlessDone(
    BACKEND,
    async () => {
      say('Building the backend');
      // The compiler goes by notes of its own, and does not miss what was deleted.
      const compiled = BACKEND.makes.filter((path) => !path.startsWith('backend/dist/bundle/'));
      await compile(['contracts', 'backend', 'backend/testing'], { force: missing(compiled).length > 0 });
      await run(process.execPath, [join(root, 'scripts/bundle-backend.mjs')]);
      // Of whatever was built before.
      rmSync(COMMIT, { force: true });
    },
    say,
  );
  // Also where nothing was to be built: the sources are those of this commit as well.
  noteCommit(root, COMMIT);
}

export async function buildFrontend(say = () => {}) {
  await unlessDone(
    FRONTEND,
    async () => {
      await buildBackend(say);
      say('Building the frontend');
      // What browsers load first: the bundle that renders documents names its files.
      for (const kind of [[], ['--ssr', 'src/documents/pages.ts']])
        await run(process.execPath, [join(root, BUNDLER), 'build', ...kind, '--logLevel', 'warn'], {
          cwd: join(root, 'frontend'),
          // Whatever the service is to be: the bundler takes the word for the kind of site to build.
          env: { NODE_ENV: 'production' },
        });
    },
    say,
  );
}

/** The operator's program, in whose place the build may have left a quicker one. */
export const OPERATOR = join(root, 'backend/dist/cli/main.js');

/**
 * The backend as it was built, for whoever works beside a running one, which has its code from there: built only
 * where it was never built in full.
 */
export async function builtBackend(say = () => {}) {
  const built = doneFor(BACKEND);
  if (built === undefined) {
    await install(say);
    await buildBackend(say);
  } else if (built !== fingerprint(BACKEND.inputs)) {
    say('The sources are not those of the last `npm run build`: running what is built');
  }
}
