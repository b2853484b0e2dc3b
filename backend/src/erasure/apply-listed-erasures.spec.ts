import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createErasers, type Erasers } from '../app/erasers.js';
import type { Logger } from '../platform/logging/logger.js';
import { silentLogger } from '../platform/logging/logger.js';
import { newId } from '../platform/ids.js';
import { ndaStream } from '../nda/nda.events.js';
import { openTestInfrastructure, type TestInfrastructure } from '../testing/test-infrastructure.js';
import { verifyDestruction } from '../vault/erasure.js';
import { voucherStream } from '../voucher/voucher.events.js';
import { applyListedErasures } from './apply-listed-erasures.js';
import type { ListedErasure } from './erasure-list.js';

let bench: TestInfrastructure;
let folder: string;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  folder = await mkdtemp(join(tmpdir(), 'siegel-lists-'));
});
afterAll(async () => {
  await bench.stop();
  await rm(folder, { recursive: true });
});

/** Of one backend. */
const erasers = (backend: string): Erasers =>
  createErasers(bench.infrastructure, {
    commands: bench.infrastructure.commands,
    config: {
      dataDir: join(folder, backend),
      retention: { unsignedDraftDays: 30, visitorDays: 30, voucherDays: 90 },
    },
    settle: async () => {},
  });
const start = (backend: string, logger: Logger = silentLogger): Promise<number> =>
  applyListedErasures({ ...bench.infrastructure, ...erasers(backend), logger });
async function listed(backend: string): Promise<ListedErasure[]> {
  const all: ListedErasure[] = [];
  for await (const batch of erasers(backend).list.read(() => undefined)) all.push(...batch);
  return all;
}
async function erased(backend: string): Promise<string> {
  const ndaId = await bench.nda();
  await bench.run(ndaId, { type: 'EraseNda', reason: 'admin' });
  await erasers(backend).ndas.erase(ndaId);
  return ndaStream(ndaId);
}

describe('the list of a backend', () => {
  it('gets at its start what others erased, each once, with a receipt that anyone can verify', async () => {
    const streams = [await erased('one'), await erased('two'), await erased('one')];
    expect(await start('two')).toBe(0);
    expect(await start('two')).toBe(0);
    const all = await listed('two');
    expect(all.map(({ stream }) => stream).toSorted()).toEqual(streams.toSorted());
    const keys = await bench.infrastructure.receipts.publicKeys();
    for (const { stream, ...receipt } of all) expect(verifyDestruction(stream, receipt, keys)).toBe(true);
    const ofTheFirst = (await listed('one')).find(({ stream }) => stream === streams[0]);
    expect(all.find(({ stream }) => stream === streams[0])).toEqual(ofTheFirst);
    expect(await listed('new')).toEqual([]);
    await start('new');
    expect(await listed('new')).toHaveLength(3);
  });

  it('bars what the restored database and log have never heard of, without making a stream', async () => {
    const receipt = {
      keyId: 'k',
      destroyedAt: '2026-11-11T10:00:00.000Z',
      receiptKeyId: 'r',
      receiptSignature: 's',
    };
    const streams = [ndaStream(newId()), voucherStream('b'.repeat(64))];
    await erasers('three').list.note(streams.map((stream) => ({ stream, ...receipt })));
    expect(await start('three')).toBe(2);
    expect(await start('three')).toBe(0);
    for (const stream of streams) {
      await expect(bench.infrastructure.vault.createKey(stream)).rejects.toThrow('destroyed');
      expect(await bench.infrastructure.store.readStream(stream)).toEqual([]);
    }
  });

  it('that was damaged is applied as far as it can be read, and the log says which line could not', async () => {
    const warned: object[] = [];
    const logger = { ...silentLogger, warn: (what: object) => void warned.push(what) } as Logger;
    await start('four');
    await appendFile(erasers('four').list.path, 'not a line of ours\n');
    const line = (await listed('four')).length + 1;
    expect(await start('four', logger)).toBe(0);
    expect(warned).toEqual([{ list: erasers('four').list.path, line }]);
  });
});
