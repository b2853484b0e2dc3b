import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../platform/logging/logger.js';
import { keepRetired, retiredEarlier, revivedKeys } from './retired-keys.js';

const [ONE, OTHER] = ['0123abcd', 'abcd0123'];

describe('the retired keys that DATA_DIR knows', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'siegel-retired-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const keep = (dataDir: string, ...names: readonly string[]) => keepRetired(dataDir, names, silentLogger);

  it('are kept once each, and those of earlier starts stay', async () => {
    const dataDir = join(folder, 'data');
    expect(await retiredEarlier(dataDir)).toEqual([]);
    await keep(dataDir, ONE);
    await keep(dataDir, ONE);
    await keep(dataDir, OTHER, ONE);
    await keep(dataDir);
    expect(await retiredEarlier(dataDir)).toEqual([ONE, OTHER]);
    expect((await readFile(join(dataDir, 'retired-keys'), 'utf8')).match(/0123abcd/g)).toHaveLength(1);
  });

  it('are those of all backends, whatever else is in their folder and in the files', async () => {
    await keep(join(folder, '3000'), ONE);
    await mkdir(join(folder, '3001'));
    await writeFile(join(folder, '3001', 'retired-keys'), `abcd\n${OTHER}\n\u0000\nnonsense`);
    await writeFile(join(folder, 'a-file'), '');
    // The folder of a file system of its own, in which nobody but root can read.
    await mkdir(join(folder, 'lost+found', 'retired-keys'), { recursive: true });
    expect((await retiredEarlier(undefined, folder)).toSorted()).toEqual([ONE, OTHER].toSorted());
    await expect(retiredEarlier(undefined, join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
  });

  it('stop no start if they cannot be kept', async () => {
    await writeFile(join(folder, 'file'), '');
    await keep(join(folder, 'file', 'below'), ONE);
    expect(await retiredEarlier(join(folder, 'file', 'below'))).toEqual([]);
  });

  it('count again if the list has them and the statement does not retire them', () => {
    const keys = { names: [OTHER, ONE] };
    expect(revivedKeys(keys, [], [ONE, 'ffffffff'])).toEqual([ONE]);
    expect(revivedKeys(keys, [ONE], [ONE, 'ffffffff'])).toEqual([]);
  });
});
