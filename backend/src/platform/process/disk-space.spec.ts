import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskSpace } from './disk-space.js';

describe('the space of a disk', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-disk-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is that of the folder's disk, or of its parent's disk if the folder does not exist yet", async () => {
    const { available, size } = await diskSpace(folder);
    expect(available).toBeGreaterThan(0);
    expect(size).toBeGreaterThanOrEqual(available);
    expect((await diskSpace(join(folder, 'a/b'))).size).toBe(size);
  });

  it('is unknown for a path that is not a folder', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(diskSpace(join(folder, 'file/below'))).rejects.toThrow('ENOTDIR');
  });
});
