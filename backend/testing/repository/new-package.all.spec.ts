import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentWith } from '#src/platform/config/process-environment';

const ROOT = join(__dirname, '../../..');
const LOCK = join(ROOT, 'scripts/lock-platforms.mjs');
/** A tool with an optional package for another platform. The registry does not have that package. */
const MANIFEST = {
  name: 'new-tool',
  version: '1.2.3',
  license: 'MIT',
  optionalDependencies: { 'new-tool-win32-arm64': '1.2.3' },
};

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly resolved?: string }>>;
}

/** Runs the steps of 'Add or update a package' (CONTRIBUTING.md) in a repository with one workspace. */
describe('a new package', () => {
  let folder: string;
  let packument: object | undefined;
  let tarball: Buffer;

  const registry = createServer((request, response) => {
    if (request.url?.endsWith('.tgz') === true) return response.end(tarball);
    const isKnown = packument !== undefined && request.url === `/${MANIFEST.name}`;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(isKnown ? packument : { error: 'not found' }));
  });
  const address = (): string => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

  /**
   * Returns the environment without the variables that npm sets for its scripts, because npm may have started
   * this run.
   */
  const env = (): NodeJS.ProcessEnv => {
    const ours = Object.entries(environmentWith({})).filter(([name]) => !/^npm_/i.test(name));
    const own = { npm_config_registry: `${address()}/`, npm_config_cache: join(folder, 'cache') };
    return { ...Object.fromEntries(ours), ...own };
  };
  const run = async (program: string, ...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)(program, args, { cwd: join(folder, 'repository'), env: env() })).stdout;
  const path = (name: string): string => join(folder, 'repository', name);
  const read = async <T>(name: string): Promise<T> => JSON.parse(await readFile(path(name), 'utf8')) as T;
  const write = (name: string, value: object): Promise<void> => writeFile(path(name), JSON.stringify(value));

  /** Publishes the package as its author would. */
  async function publish(): Promise<void> {
    await mkdir(path('published'));
    await write('published/package.json', MANIFEST);
    const [packed] = JSON.parse(await run('npm', 'pack', './published', '--json')) as [
      { readonly filename: string; readonly integrity: string },
    ];
    tarball = await readFile(path(packed.filename));
    await rm(path('published'), { recursive: true });
    await rm(path(packed.filename));
    const dist = { integrity: packed.integrity, tarball: `${address()}/new-tool-1.2.3.tgz` };
    const { name, version } = MANIFEST;
    packument = { name, 'dist-tags': { latest: version }, versions: { [version]: { ...MANIFEST, dist } } };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-package-'));
    registry.listen(0, '127.0.0.1');
    await once(registry, 'listening');
    await mkdir(path('backend'), { recursive: true });
    await cp(join(ROOT, '.npmrc'), path('.npmrc'));
    await write('package.json', { name: 'repository', private: true, workspaces: ['backend'] });
    await write('backend/package.json', { name: 'backend', version: '0.1.0', private: true });
    await publish();
  });
  afterAll(async () => {
    registry.closeAllConnections();
    registry.close();
    await once(registry, 'close');
    await rm(folder, { recursive: true });
  });

  it('gets an exact version, is locked for every platform, and can be installed everywhere', async () => {
    await run('npm', 'install', MANIFEST.name, '-w', 'backend');
    expect(await read('backend/package.json')).toMatchObject({ dependencies: { 'new-tool': '1.2.3' } });
    await expect(run(process.execPath, LOCK, '--check', path('.'))).rejects.toMatchObject({
      stderr: expect.stringContaining('new-tool asks for new-tool-win32-arm64 1.2.3') as string,
    });

    expect(await run(process.execPath, LOCK, path('.'))).toContain('new-tool-win32-arm64 has no hash');
    const { packages } = await read<LockFile>('package-lock.json');
    expect(packages['node_modules/new-tool']).not.toHaveProperty('resolved');
    expect(packages['node_modules/new-tool-win32-arm64']).toMatchObject({
      version: '1.2.3',
      os: ['win32'],
      cpu: ['arm64'],
    });

    await rm(path('node_modules'), { recursive: true });
    await run('npm', 'ci');
    expect(await read('node_modules/new-tool/package.json')).toMatchObject({ version: '1.2.3' });
    expect(await run(process.execPath, LOCK, '--check', path('.'))).toBe('');
  });
});
