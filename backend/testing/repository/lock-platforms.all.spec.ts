import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentWith } from '#src/platform/config/process-environment';

const script = join(__dirname, '../../../scripts/lock-platforms.mjs');
const INTEGRITY = `sha512-${'A'.repeat(86)}==`;

const asked = { 'tool-darwin-arm64': '1.2.3', 'tool-linux-x64-musl': '1.2.3', 'tool-more': '^1.0.0' };
const tool = { version: '1.2.3', dev: true, license: 'MIT', optionalDependencies: asked };
const manifest = {
  version: '1.2.3',
  os: ['darwin'],
  cpu: ['arm64'],
  license: 'MIT',
  engines: { node: '>=20' },
};

/** The packages in the mirror. Some requested packages are missing, and some have more than one version. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'tool-darwin-arm64': { '1.2.2': { ...manifest, version: '1.2.2' }, '1.2.3': manifest },
  'tool-more': {
    '1.4.0': { version: '1.4.0' },
    '1.10.0': { version: '1.10.0' },
    '2.0.0': { version: '2.0.0' },
  },
};

const packumentOf = (name: string): object | undefined => {
  const known = KNOWN[name];
  if (known === undefined) return undefined;
  const versions = Object.fromEntries(
    Object.entries(known).map(([version, metadata]) => [
      version,
      {
        name,
        ...metadata,
        dist: { integrity: INTEGRITY, tarball: `http://127.0.0.1/${name}-${version}.tgz` },
      },
    ]),
  );
  return { name, 'dist-tags': { latest: Object.keys(versions).at(-1) }, versions };
};

const mirror = createServer((request, response) => {
  const packument = packumentOf(decodeURIComponent(request.url ?? '').slice(1));
  response.writeHead(packument === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(packument ?? { error: 'not found' }));
});

describe('the lock file that `npm run lock` writes', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  beforeAll(async () => {
    mirror.listen(0, '127.0.0.1');
    await once(mirror, 'listening');
  });
  afterAll(async () => {
    mirror.closeAllConnections();
    mirror.close();
    await once(mirror, 'close');
  });

  async function written(
    packages: Readonly<Record<string, object>>,
  ): Promise<{ text: string; output: string }> {
    const file = join(folder, 'package-lock.json');
    await writeFile(file, `${JSON.stringify({ lockfileVersion: 3, packages }, null, 2)}\n`);
    const { port } = mirror.address() as AddressInfo;
    const env = environmentWith({
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, 'cache'),
    });
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder], { env }).catch(
      (failed: { stdout: string }) => failed,
    );
    return { text: await readFile(file, 'utf8'), output: stdout };
  }

  it('has the form that npm writes, with data from the registry or the name, and is stable', async () => {
    const first = await written({
      '': { devDependencies: { tool: '1.2.3' } },
      'node_modules/tool': { ...tool, resolved: 'https://packages.example/tool-1.2.3.tgz' },
      'node_modules/zebra': { version: '1.0.0' },
    });
    const { packages } = JSON.parse(first.text) as { packages: Record<string, object> };
    expect(Object.entries(packages)).toEqual([
      ['', { devDependencies: { tool: '1.2.3' } }],
      ['node_modules/tool', tool],
      ['node_modules/tool-darwin-arm64', { ...manifest, integrity: INTEGRITY, dev: true, optional: true }],
      [
        'node_modules/tool-linux-x64-musl',
        { version: '1.2.3', cpu: ['x64'], dev: true, libc: ['musl'], optional: true, os: ['linux'] },
      ],
      ['node_modules/tool-more', { version: '1.10.0', integrity: INTEGRITY, dev: true, optional: true }],
      ['node_modules/zebra', { version: '1.0.0' }],
    ]);
    expect(Object.keys(packages['node_modules/tool-darwin-arm64'] ?? {})).toEqual([
      'version',
      'integrity',
      'cpu',
      'dev',
      'license',
      'optional',
      'os',
      'engines',
    ]);
    expect(first.output).toBe('tool-linux-x64-musl has no hash: no reachable registry has the package\n');
    expect((await written(packages)).text).toBe(first.text);
  });

  it('keeps a different version at its path if other packages need it', async () => {
    const other = { version: '1.2.2', integrity: INTEGRITY, optional: true, os: ['darwin'], cpu: ['arm64'] };
    const { text } = await written({
      '': {},
      'node_modules/other': { version: '1.2.2', optionalDependencies: { 'tool-darwin-arm64': '1.2.2' } },
      'node_modules/tool': { ...tool, optionalDependencies: { 'tool-darwin-arm64': '1.2.3' } },
      'node_modules/tool-darwin-arm64': other,
    });
    const { packages } = JSON.parse(text) as { packages: Record<string, object> };
    expect(packages['node_modules/tool-darwin-arm64']).toEqual(other);
    expect(packages['node_modules/tool/node_modules/tool-darwin-arm64']).toEqual({
      ...manifest,
      integrity: INTEGRITY,
      dev: true,
      optional: true,
    });
  });

  it('ignores the manifest of a tool whose installed version differs from the locked one', async () => {
    await mkdir(join(folder, 'node_modules/tool'), { recursive: true });
    const stale = { version: '1.2.2', optionalDependencies: { 'tool-win32-x64': '1.2.2' } };
    await writeFile(join(folder, 'node_modules/tool/package.json'), JSON.stringify(stale));
    const { packages } = JSON.parse(
      (
        await written({
          'node_modules/tool': { ...tool, optionalDependencies: { 'tool-darwin-arm64': '1.2.3' } },
        })
      ).text,
    ) as { packages: Record<string, object> };
    expect(Object.keys(packages)).toEqual(['node_modules/tool', 'node_modules/tool-darwin-arm64']);
  });

  it('replaces a version that no package needs any more', async () => {
    const { text } = await written({
      '': {},
      'node_modules/tool': { ...tool, optionalDependencies: { 'tool-darwin-arm64': '1.2.3' } },
      'node_modules/tool-darwin-arm64': { version: '1.2.2', integrity: INTEGRITY, optional: true },
    });
    const { packages } = JSON.parse(text) as { packages: Record<string, { version?: string }> };
    expect(Object.keys(packages)).toEqual(['', 'node_modules/tool', 'node_modules/tool-darwin-arm64']);
    expect(packages['node_modules/tool-darwin-arm64']).toMatchObject({ version: '1.2.3', os: ['darwin'] });
  });
});
