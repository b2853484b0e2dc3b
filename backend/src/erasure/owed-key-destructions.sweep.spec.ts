import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraserParts } from '../app/erasers.js';
import { ndaStream } from '../nda/nda.events.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { ndasOwingKeyDestruction } from '../agreements/owed/key-destructions.js';
import { KeyEraser } from './erase-key.js';
import { owedKeyDestructions } from './owed-key-destructions.sweep.js';

describe('the destruction of a key', () => {
  let bench: TestInfrastructure;
  let folder: string;
  let eraser: KeyEraser;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
    folder = await mkdtemp(join(tmpdir(), 'siegel-erasures-'));
    const { infrastructure } = bench;
    const { commands } = infrastructure;
    eraser = new KeyEraser(eraserParts(infrastructure, { commands, config: { dataDir: folder } }));
  });
  afterAll(async () => {
    await bench.stop();
    await rm(folder, { recursive: true });
  });

  const destroyed = new Set<string>();
  const owed = async () => {
    const { pool } = bench.infrastructure;
    await readModelsOf(bench.infrastructure);
    const sweep = owedKeyDestructions(ndasOwingKeyDestruction.bind(undefined, pool), (stream) =>
      destroyed.has(stream),
    );
    return (await sweep.find(undefined)).jobs;
  };
  const erased = async (): Promise<string> => {
    const id = await bench.nda();
    await bench.run(id, { type: 'EraseNda', reason: 'admin' });
    return id;
  };
  const jobOf = (ndaId: string) => ({
    task: 'erase-key',
    payload: { ndaId },
    key: `erase:${ndaStream(ndaId)}`,
  });

  it('is owed from the erasure on, until it is recorded', async () => {
    await bench.nda();
    expect(await owed()).toEqual([]);
    const id = await erased();
    expect(await owed()).toEqual([jobOf(id)]);
    await eraser.erase(id);
    expect(await owed()).toEqual([]);
  });

  it('is not owed if only the records about the ended stream say that the key is destroyed', async () => {
    const id = await erased();
    expect(await owed()).toEqual([jobOf(id)]);
    destroyed.add(ndaStream(id));
    expect(await owed()).toEqual([]);
  });

  it('is also owed if the key is destroyed but no event records that', async () => {
    const id = await erased();
    await bench.infrastructure.vault.destroyKey(ndaStream(id));
    expect(await owed()).toEqual([jobOf(id)]);
    await eraser.erase(id);
    expect(await owed()).toEqual([]);
    expect((await bench.types(id)).at(-1)).toBe('NdaKeyDestroyed');
  });
});
