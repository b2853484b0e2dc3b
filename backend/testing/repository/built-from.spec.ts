import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentWith } from '#src/platform/config/process-environment';

const script = join(__dirname, '../../../scripts/built-from.mjs');

describe('the commit that a build records', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'siegel repository-')));
    await writeFile(join(folder, 'source'), 'one');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const bare = { PATH: environmentWith({})['PATH'], HOME: tmpdir(), GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@nda.example', ...args], {
      cwd: folder,
      env: bare,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  const commitOf = (path = folder, env: Record<string, string> = {}): string =>
    execFileSync(process.execPath, [script, path], {
      env: { ...bare, ...env },
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  const committed = (): string => {
    git('commit', '--quiet', '--all', '--allow-empty', '--message=One');
    return git('rev-parse', 'HEAD').slice(0, 8);
  };

  it('is empty without a repository, and in a repository without a commit', () => {
    expect(commitOf()).toBe('');
    git('init', '--quiet');
    expect(commitOf()).toBe('');
  });

  it('is the commit that is checked out, marked as changed if tracked files differ from it', async () => {
    git('add', 'source');
    const first = committed();
    expect(commitOf()).toBe(first);
    await writeFile(join(folder, 'source'), 'two');
    await writeFile(join(folder, 'made'), 'by the build');
    expect(commitOf()).toBe(`${first}.changed`);
    const second = committed();
    expect(second).not.toBe(first);
    git('tag', 'v2');
    expect(commitOf()).toBe(second);
  });

  it('is empty for a folder inside another repository', async () => {
    await mkdir(join(folder, 'unpacked'));
    expect(commitOf(join(folder, 'unpacked'))).toBe('');
  });

  it('is the value of SIEGEL_COMMIT, if it is set', () => {
    expect(commitOf(folder, { SIEGEL_COMMIT: '29e22db1' })).toBe('29e22db1');
    expect(commitOf('/', { SIEGEL_COMMIT: '29e22db1' })).toBe('29e22db1');
    expect(commitOf(folder, { SIEGEL_COMMIT: '' })).toBe(git('rev-parse', 'HEAD').slice(0, 8));
  });
});
