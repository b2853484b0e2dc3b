import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../errors/operator-error.js';
import { dataDirsIn } from './data-dirs.js';

describe('the DATA_DIRs of all backends', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'data-dirs-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are the folders in one folder, without the one of the file system that only root may enter', async () => {
    for (const name of ['3001', '3000', 'lost+found']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'file'), '');
    await symlink(join(folder, '3000'), join(folder, '3002'));
    expect(await dataDirsIn(folder)).toEqual(['3000', '3001', '3002'].map((name) => join(folder, name)));
  });

  it('are asked for by the name of a folder that can be read', async () => {
    await expect(dataDirsIn(join(folder, 'nowhere'))).rejects.toThrow(OperatorError);
  });
});
