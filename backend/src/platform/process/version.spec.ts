import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { versionOfThisRelease } from './version.js';

describe('the version of this release', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel version-'));
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'package.json'), '{"version":"1.2.3"}');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const version = (): string => versionOfThisRelease(pathToFileURL(`${join(folder, 'dist')}/`));

  it('is the version of the package if the commit is unknown', () => {
    expect(version()).toBe('1.2.3');
  });

  it.each(['29e22db1', '29e22db1\n', '29e22db1.changed'])(
    'names the commit that the build noted: %j',
    async (note) => {
      await writeFile(join(folder, 'dist/commit'), note);
      expect(version()).toBe(`1.2.3+${note.trim()}`);
    },
  );

  it.each(['', 'of tuesday', '29e22db1\nmore', '29e22db1+1', 'ä', '.'])(
    'omits a text that is not a commit: %j',
    async (note) => {
      await writeFile(join(folder, 'dist/commit'), note);
      expect(version()).toBe('1.2.3');
    },
  );
});
