import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../../..');
const script = join(ROOT, 'scripts/lock-platforms.mjs');

/**
 * Runs the step of `npm run check` that looks in the lock file for the packages of other platforms. Returns
 * the step's output.
 */
const askOf = async (...folder: string[]): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, [script, '--check', ...folder]).catch(
      (failed: { stderr: string }) => failed,
    )
  ).stderr;

interface Entry {
  readonly version?: string;
  readonly [member: string]: unknown;
}
const asked = { 'tool-darwin-arm64': '1.2.3', 'tool-linux-x64-musl': '1.2.3', 'tool-more': '^1.0.0' };
const whole: Readonly<Record<string, Entry>> = {
  '': { devDependencies: { tool: '1.2.3' } },
  'node_modules/tool': { version: '1.2.3', dev: true, optionalDependencies: asked },
  'node_modules/tool-darwin-arm64': { version: '1.2.3', cpu: ['arm64'], optional: true, os: ['darwin'] },
  'node_modules/tool-linux-x64-musl': {
    version: '1.2.3',
    cpu: ['x64'],
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  },
  'node_modules/tool-more': { version: '1.4.0', optional: true },
};
const without = (place: string): Readonly<Record<string, Entry>> =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== place));
const withMember = (place: string, members: Entry): Readonly<Record<string, Entry>> => ({
  ...whole,
  [place]: { ...whole[place], ...members },
});
const DARWIN = 'node_modules/tool-darwin-arm64';
const LINUX = 'node_modules/tool-linux-x64-musl';

describe('the lock file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const lock = (packages: Readonly<Record<string, Entry>>): Promise<void> =>
    writeFile(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  async function install(place: string, manifest: Entry): Promise<void> {
    await mkdir(join(folder, place), { recursive: true });
    await writeFile(join(folder, place, 'package.json'), JSON.stringify(manifest));
  }

  it('describes each optional dependency of the installed packages', async () => {
    expect(await askOf()).toBe('');
  });

  it('has for each package the platform that its name implies, even if no package is installed', async () => {
    await copyFile(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
    expect(await askOf(folder)).toBe('');
  });

  it('passes if it contains all optional dependencies of a tool', async () => {
    await lock(whole);
    await install('node_modules/tool', { version: '1.2.3', optionalDependencies: asked });
    await install(LINUX, { version: '1.2.3', os: ['linux'], cpu: 'x64', libc: ['musl'] });
    expect(await askOf(folder)).toBe('');
  });

  it.each([
    ['is missing', 'tool-darwin-arm64 1.2.3, which is missing', without(DARWIN)],
    [
      'is missing, whatever its range',
      'tool-more ^1.0.0, which is missing',
      without('node_modules/tool-more'),
    ],
    ['is another version', 'is locked as 1.2.2', withMember(DARWIN, { version: '1.2.2' })],
    ['is not optional', 'is not marked as optional', withMember(DARWIN, { optional: false })],
    ['has no system', 'has another os than the package', withMember(DARWIN, { os: undefined })],
    ['has another processor', 'has another cpu than', withMember(DARWIN, { cpu: ['x64'] })],
    ['has no C library', 'has another libc than', withMember(LINUX, { libc: undefined })],
  ])('is refused if an optional package %s', async (_, words, packages) => {
    await lock(packages);
    const said = await askOf(folder);
    expect(said).toContain(words);
    expect(said.trimEnd().split('\n')).toHaveLength(2);
    expect(said).toContain('run `npm run lock`');
  });

  it('accepts a package that is not optional if another package requires it', async () => {
    await lock({
      ...withMember('node_modules/tool-more', { optional: undefined }),
      'node_modules/other': { version: '1.0.0', dependencies: { 'tool-more': '^1.0.0' } },
    });
    expect(await askOf(folder)).toBe('');
  });

  it('may have a package below the one that needs it', async () => {
    await lock({
      ...withMember(DARWIN, { version: '2.0.0' }),
      'node_modules/tool/node_modules/tool-darwin-arm64': whole[DARWIN] ?? {},
    });
    expect(await askOf(folder)).toBe('');
  });

  it('may have a package beside the one that needs it, even if both are below another package', async () => {
    const tool = { version: '2.0.0', optionalDependencies: { 'tool-darwin-arm64': '2.0.0' } };
    await lock({
      ...whole,
      'node_modules/other': { version: '1.0.0', dependencies: { tool: '2.0.0' } },
      'node_modules/other/node_modules/tool': tool,
      'node_modules/other/node_modules/tool-darwin-arm64': { ...whole[DARWIN], version: '2.0.0' },
    });
    expect(await askOf(folder)).toBe('');
  });

  it('is compared with the manifest of a package whose name implies no platform', async () => {
    await lock(whole);
    await install('node_modules/tool-more', { version: '1.4.0', os: ['win32'] });
    expect(await askOf(folder)).toContain('tool-more ^1.0.0, which has another os than the package');
  });

  it('is compared with the manifest of the tool itself', async () => {
    await lock(whole);
    const optionalDependencies = { ...asked, 'tool-win32-x64': '1.2.3' };
    await install('node_modules/tool', { version: '1.2.3', optionalDependencies });
    expect(await askOf(folder)).toContain('tool asks for tool-win32-x64 1.2.3, which is missing');
  });

  it('is not compared with another version of a tool', async () => {
    await lock(whole);
    await install('node_modules/tool', { version: '1.2.4', optionalDependencies: asked });
    const said = await askOf(folder);
    expect(said).toContain('node_modules/tool is 1.2.4, and 1.2.3 is locked');
    expect(said).toContain('run `npm ci`');
  });

  it('names no address from which packages are fetched', async () => {
    await lock(withMember('node_modules/tool', { resolved: 'https://packages.example/tool-1.2.3.tgz' }));
    expect(await askOf(folder)).toContain('node_modules/tool names the address from which it is fetched');
  });
});
