// Functions that every command needs. They check the version of Node, install packages, and keep the builds
// up to date. Uses only Node.
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

/** Like `run` of processes.mjs, but by default in the root of the repository. */
export const run = (command, args, options) => runProcess(command, args, { cwd: root, ...options });

/** Runs a program of an installed package with the current Node. */
export const runPackage = (script, args, options) =>
  run(process.execPath, [join(root, 'node_modules', script), ...args], options);

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Returns the files below a folder, or the file itself if the path is a file. Installed and built files are
 * left out.
 */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', '.cache', 'test-results'].includes(entry.name))
    .flatMap((entry) => filesBelow(join(path, entry.name)));
}

/** Returns a hash of Node's major version, of the platform, and of the files below these paths. */
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
 * Returns the content of a job's stamp file: the fingerprint that the job's inputs had when the job was last
 * done. Returns undefined if the stamp file or an output is missing.
 */
function doneFor({ stamp, makes }) {
  return existsSync(stamp) && missing(makes).length === 0 ? readFileSync(stamp, 'utf8') : undefined;
}

/** Waits until no other process builds, checks or tests in this clone, and takes the clone's lock. */
export const ownTurn = (name, say) => takeTurn(join(cache, 'turn'), name, say);

/**
 * Does `work` unless it was already done for the same inputs and its outputs still exist.
 * @throws Error if the work fails or an output is missing; the job then has no stamp file
 */
async function unlessDone(job, work, say = () => {}) {
  if (doneFor(job) === fingerprint(job.inputs)) return;
  const leave = await ownTurn('a build', say);
  try {
    // Another process may have done the work while this process waited for its turn.
    const wanted = fingerprint(job.inputs);
    if (doneFor(job) === wanted) return;
    rmSync(job.stamp, { force: true });
    await work();
    const absent = missing(job.makes);
    if (absent.length > 0) throw new Error(`The build should have made ${absent.join(' and ')}.`);
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
/** The file from which the service reads the commit of its build. */
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
      // Includes the packages that are only for builds, which NODE_ENV=production would leave out.
      const words = ['ci', '--include=dev', '--no-audit', '--no-fund'];
      // The lock file has versions and hashes but no addresses. Without --prefer-offline, npm therefore
      // downloads even the packages that are in its cache. With --prefer-offline, npm fails if its cached
      // list of a package's versions is older than the locked version.
      await run(npm, [...words, '--prefer-offline']).catch(() => {
        say('Installing packages again, with a look-up of each');
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
      // The compiler relies on its own state and does not notice deleted outputs, so a missing output forces
      // a full compilation.
      const compiled = BACKEND.makes.filter((path) => !path.startsWith('backend/dist/bundle/'));
      await compile(['contracts', 'backend', 'backend/testing'], { force: missing(compiled).length > 0 });
      await run(process.execPath, [join(root, 'scripts/bundle-backend.mjs')]);
      // Deletes the file that names the commit of the previous build.
      rmSync(COMMIT, { force: true });
    },
    say,
  );
  // Records the current commit even if nothing was built. The sources have not changed since the build, so
  // the build belongs to the current commit too.
  noteCommit(root, COMMIT);
}

export async function buildFrontend(say = () => {}) {
  await unlessDone(
    FRONTEND,
    async () => {
      await buildBackend(say);
      say('Building the frontend');
      // The files for browsers are built first, because the bundle that renders documents contains their
      // names.
      for (const kind of [[], ['--ssr', 'src/documents/pages.ts']])
        await run(process.execPath, [join(root, BUNDLER), 'build', ...kind, '--logLevel', 'warn'], {
          cwd: join(root, 'frontend'),
          // Set explicitly, because this variable tells the bundler which kind of site to build, and the
          // caller's own NODE_ENV may have another value.
          env: { NODE_ENV: 'production' },
        });
    },
    say,
  );
}

/** Path of the program for operators. It runs the bundle, which is faster, if the build has produced one. */
export const OPERATOR = join(root, 'backend/dist/cli/main.js');

/**
 * Builds the backend only if it was never built completely. Commands use this function if they run beside a
 * backend, because that backend loads its code from the existing build.
 */
export async function builtBackend(say = () => {}) {
  const built = doneFor(BACKEND);
  if (built === undefined) {
    await install(say);
    await buildBackend(say);
  } else if (built !== fingerprint(BACKEND.inputs)) {
    say('The sources have changed since the last `npm run build`: running the older build');
  }
}
