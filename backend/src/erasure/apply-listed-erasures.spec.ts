import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createErasers, type Erasers } from '../app/erasers.js';
import type { Logger } from '../platform/logging/logger.js';
import { silentLogger } from '../platform/logging/logger.js';
import { newId } from '../platform/ids.js';
import { ndaStream } from '../nda/nda.events.js';
import { retention } from '../testing/samples.js';
import { openTestInfrastructure, type TestInfrastructure } from '../testing/test-infrastructure.js';
import { verifyDestruction } from '../vault/erasure.js';
import { voucherStream } from '../voucher/voucher.events.js';
import { applyListedErasures, type ListedErasuresParts } from './apply-listed-erasures.js';
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
      retention,
    },
    settle: async () => {},
  });
const start = (
  backend: string,
  logger: Logger = silentLogger,
  others: Partial<ListedErasuresParts> = {},
): Promise<number> =>
  applyListedErasures({ ...bench.infrastructure, ...erasers(backend), logger, ...others });
async function listed(backend: string): Promise<ListedErasure[]> {
  const all: ListedErasure[] = [];
  for await (const { erasures } of erasers(backend).list.read(() => undefined)) all.push(...erasures);
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
    expect(await start('four', logger)).toBe(0);
    expect(warned).toEqual([{ list: erasers('four').list.path, line: expect.any(Number) }]);
    expect(
      (await readFile(erasers('four').list.path, 'utf8')).split('\n').indexOf('not a line of ours'),
    ).toBe((warned[0] as { line: number }).line - 1);
  });
});

describe('a start', () => {
  const places = async (): Promise<number> =>
    (await bench.infrastructure.pool.query('SELECT 1 FROM erasure_list_places')).rowCount ?? 0;
  /** Of a file that nobody is to read again up to there: another byte in each line before, of the same number. */
  const spoil = async (path: string): Promise<void> =>
    writeFile(path, (await readFile(path, 'utf8')).replaceAll('"stream":"', '"stream":7'));

  it('reads what came to the list since the last one, and looks at what was destroyed since', async () => {
    await erased('five');
    await start('five');
    const known = await places();
    const { path } = erasers('five').list;
    await start('five');
    const before = await readFile(path, 'utf8');
    await spoil(path);
    const warned: object[] = [];
    const logger = { ...silentLogger, warn: (what: object) => void warned.push(what) } as Logger;
    const signed: unknown[] = [];
    const receipts = {
      keyId: bench.infrastructure.receipts.keyId,
      sign: (what: object) => {
        signed.push(what);
        return bench.infrastructure.receipts.sign(what);
      },
    };
    expect(await start('five', logger, { receipts })).toBe(0);
    expect({ warned, signed }).toEqual({ warned: [], signed: [] });
    const stream = await erased('other');
    expect(await start('five', logger, { receipts })).toBe(0);
    expect(signed).toMatchObject([{ stream }]);
    expect(warned).toEqual([]);
    expect((await readFile(path, 'utf8')).slice(before.length)).toContain(stream);
    expect(await places()).toBe(known);
  });

  it('on a list put together of several reads all of it', async () => {
    const [one, two] = [erasers('six').list, erasers('seven').list];
    await erased('six');
    await start('six');
    await start('seven');
    await writeFile(one.path, (await readFile(two.path, 'utf8')) + (await readFile(one.path, 'utf8')));
    const warned: object[] = [];
    const logger = { ...silentLogger, warn: (what: object) => void warned.push(what) } as Logger;
    await appendFile(one.path, '');
    await spoil(one.path);
    await start('six', logger);
    expect(warned.length).toBeGreaterThan(2);
  });

  it('is broken off by a stop, and the next one finds what is left', async () => {
    const receipt = {
      keyId: 'k',
      destroyedAt: '2026-11-11T10:00:00.000Z',
      receiptKeyId: 'r',
      receiptSignature: 's',
    };
    const streams = Array.from({ length: 4 }, () => ndaStream(newId()));
    const { list, ndas } = erasers('eight');
    await list.note(streams.map((stream) => ({ stream, ...receipt })));
    const stopping = new AbortController();
    let done = 0;
    const stopped = {
      eraseAgain: async (erasure: ListedErasure): Promise<void> => {
        await ndas.eraseAgain(erasure);
        done += 1;
        if (done === 2) stopping.abort(new Error('stopped'));
      },
    };
    await expect(start('eight', silentLogger, { ndas: stopped, signal: stopping.signal })).rejects.toThrow(
      'stopped',
    );
    expect(await start('eight')).toBe(2);
    expect(await start('eight')).toBe(0);
  });

  it('comes back to what could not be erased', async () => {
    const { list } = erasers('nine');
    const stream = voucherStream('c'.repeat(64));
    const receipt = { keyId: 'k', destroyedAt: '2026-11-11T10:00:00.000Z', receiptKeyId: 'r' };
    await list.note([{ stream, ...receipt, receiptSignature: 's' }]);
    const away = { eraseAgain: () => Promise.resolve() };
    expect(await start('nine', silentLogger, { vouchers: away })).toBe(1);
    expect(await start('nine')).toBe(1);
    expect(await start('nine')).toBe(0);
  });
});
