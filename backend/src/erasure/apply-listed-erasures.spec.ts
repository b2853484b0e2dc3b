import { believed } from '../eventsourcing/trust/testing/believed.js';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../platform/logging/logger.js';
import { silentLogger } from '../platform/logging/logger.js';
import { newId } from '../platform/crypto/ids.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { verifyDestruction } from '../vault/erasure.js';
import type { ListedErasure } from './erasure-list.js';
import { ListedBackends } from '../../testing/log/listed.js';

let bench: TestInfrastructure;
let folder: string;
let backends: ListedBackends;
beforeAll(async () => {
  bench = await openTestInfrastructure();
  folder = await mkdtemp(join(tmpdir(), 'siegel-lists-'));
  backends = new ListedBackends(bench, folder);
});
afterAll(async () => {
  await bench.stop();
  await rm(folder, { recursive: true });
});

async function erased(backend: string): Promise<string> {
  const ndaId = await bench.nda();
  await bench.run(ndaId, { type: 'EraseNda', reason: 'admin' });
  await backends.of(backend).ndas.erase(ndaId);
  return ndaStream(ndaId);
}
/** Simulates a restored database. The list names agreements as erased, but their keys exist again. */
async function restoredWithoutErasures(backend: string, count: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => bench.nda()));
  const lines = await Promise.all(ids.map((id) => backends.genuine(ndaStream(id))));
  await backends.of(backend).list.note(lines);
  return ids;
}
function recordingLogger(): { warned: object[]; logger: Logger } {
  const warned: object[] = [];
  return { warned, logger: { ...silentLogger, warn: (what: object) => void warned.push(what) } };
}

describe('the list of a backend', () => {
  it("gets other backends' erasures at a start, each once, with a verifiable receipt over its event", async () => {
    const streams = [await erased('one'), await erased('two'), await erased('one')];
    expect(await backends.start('two')).toBe(0);
    expect(await backends.start('two')).toBe(0);
    const all = await backends.listed('two');
    expect(all.map(({ stream }) => stream).toSorted()).toEqual(streams.toSorted());
    const { receipts, store } = bench.infrastructure;
    const keys = await receipts.publicKeys();
    for (const { stream, ...receipt } of all) {
      expect(verifyDestruction(stream, receipt, keys)).toBe(true);
      const [, decided] = await store.readStream(stream);
      expect(receipt.eventId).toBe(decided?.id);
    }
    const ofTheFirst = (await backends.listed('one')).find(({ stream }) => stream === streams[0]);
    expect(all.find(({ stream }) => stream === streams[0])).toEqual(ofTheFirst);
    expect(await backends.listed('new')).toEqual([]);
    await backends.start('new');
    expect(await backends.listed('new')).toHaveLength(3);
  });

  it('finishes an erasure that was interrupted after its line and before its event, with the receipt from that line', async () => {
    const ndaId = await bench.nda();
    await bench.run(ndaId, { type: 'EraseNda', reason: 'admin' });
    const { ndas } = backends.of('killed');
    const killed = jest
      .spyOn(ndas as never, 'recordDestroyed')
      .mockRejectedValueOnce(new Error('killed') as never);
    await expect(ndas.erase(ndaId)).rejects.toThrow('killed');
    killed.mockRestore();
    const own = async () =>
      (await backends.listed('killed')).filter(({ stream }) => stream === ndaStream(ndaId));
    const lines = await own();
    expect(lines).toHaveLength(1);
    expect(await backends.start('killed')).toBe(0);
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    const { stream: _, ...receipt } = lines[0] ?? {};
    expect(events.at(-1)).toMatchObject({ type: 'NdaKeyDestroyed', open: receipt });
    await backends.of('killed').ndas.erase(ndaId);
    await backends.start('killed');
    expect(await own()).toEqual(lines);
  });

  it('applies an erasure again if a restored log does not know it, and first records an event that calls for it', async () => {
    const ids = await restoredWithoutErasures('three', 2);
    const lines = await backends.listed('three');
    expect(await backends.start('three')).toBe(2);
    expect(await backends.start('three')).toBe(0);
    for (const ndaId of ids) {
      const { events } = await bench.infrastructure.store.readStream(ndaStream(ndaId)).then((stored) => ({
        events: stored.map((one) => bench.infrastructure.journal.decode(believed(one))),
      }));
      const { stream: _, ...receipt } = lines.find(({ stream }) => stream === ndaStream(ndaId)) ?? {};
      expect(events.slice(1)).toMatchObject([
        { type: 'NdaErased', open: { reason: 'restored' } },
        { type: 'NdaKeyDestroyed', open: receipt },
      ]);
      expect(await bench.infrastructure.vault.isDestroyed(ndaStream(ndaId))).toBe(true);
    }
  });

  it('creates neither a stream nor a row if the restored log lacks the stream', async () => {
    const stream = ndaStream(newId());
    await backends.of('three').list.note([await backends.genuine(stream)]);
    expect(await backends.start('three')).toBe(0);
    expect(await bench.infrastructure.store.readStream(stream)).toEqual([]);
    const { rowCount } = await bench.infrastructure.pool.query('SELECT FROM vault_keys WHERE subject = $1', [
      stream,
    ]);
    expect(rowCount).toBe(0);
  });

  it('destroys the listed key if the restored log lacks the stream', async () => {
    const [listed, other] = [ndaStream(newId()), ndaStream(newId())];
    const { vault } = bench.infrastructure;
    for (const stream of [listed, other]) await vault.createKey(stream);
    const line = await backends.genuine(listed);
    await backends.of('three').list.note([line, await backends.genuine(ndaStream(newId()))]);
    expect(await backends.start('three')).toBe(1);
    expect(await vault.keyIdOf(listed)).toBeUndefined();
    expect(await vault.keyIdOf(other)).toBeDefined();
  });

  it('is applied as far as it can be read if it is damaged, and the unreadable line is logged', async () => {
    const { warned, logger } = recordingLogger();
    await backends.start('four');
    const { path } = backends.of('four').list;
    await appendFile(path, 'not a line of ours\n');
    const [ndaId] = await restoredWithoutErasures('four', 1);
    expect(await backends.start('four', logger)).toBe(1);
    expect(await bench.types(String(ndaId)).then((types) => types.at(-1))).toBe('NdaKeyDestroyed');
    expect(warned[0]).toEqual({ list: path, line: expect.any(Number) });
    expect((await readFile(path, 'utf8')).split('\n').indexOf('not a line of ours')).toBe(
      (warned[0] as { line: number }).line - 1,
    );
  });
});

describe('a start', () => {
  const places = async (): Promise<number> =>
    (await bench.infrastructure.pool.query('SELECT 1 FROM erasure_list_places')).rowCount ?? 0;
  /**
   * Changes a byte in each existing line but keeps the size, so that reading these lines again would fail.
   */
  const spoil = async (path: string): Promise<void> =>
    writeFile(path, (await readFile(path, 'utf8')).replaceAll('"stream":"', '"stream":7'));

  it("reads only the list's additions and the destructions since the last start", async () => {
    await erased('five');
    await backends.start('five');
    const known = await places();
    const { path } = backends.of('five').list;
    await backends.start('five');
    const before = await readFile(path, 'utf8');
    await spoil(path);
    const { warned, logger } = recordingLogger();
    const { ndas } = backends.of('five');
    const asked: string[] = [];
    const counted = {
      eraseAgain: ndas.eraseAgain.bind(ndas),
      lineOf: (stream: string) => {
        asked.push(stream);
        return ndas.lineOf(stream);
      },
    };
    expect(await backends.start('five', logger, { ndas: counted })).toBe(0);
    expect({ warned, asked }).toEqual({ warned: [], asked: [] });
    const stream = await erased('other');
    expect(await backends.start('five', logger, { ndas: counted })).toBe(0);
    expect({ warned, asked }).toEqual({ warned: [], asked: [stream] });
    expect((await readFile(path, 'utf8')).slice(before.length)).toContain(stream);
    expect(await places()).toBe(known);
  });

  it('reads the whole list if it was merged from several', async () => {
    const [one, two] = [backends.of('six').list, backends.of('seven').list];
    await erased('six');
    await backends.start('six');
    await backends.start('seven');
    await writeFile(one.path, (await readFile(two.path, 'utf8')) + (await readFile(one.path, 'utf8')));
    const { warned, logger } = recordingLogger();
    await spoil(one.path);
    await backends.start('six', logger);
    expect(warned.length).toBeGreaterThan(2);
  });

  it('can be interrupted by a stop, and the next start finds the rest', async () => {
    await restoredWithoutErasures('eight', 4);
    const { ndas } = backends.of('eight');
    const stopping = new AbortController();
    let done = 0;
    const stopped = {
      lineOf: ndas.lineOf.bind(ndas),
      eraseAgain: async (erasure: ListedErasure, isDestroyed: boolean) => {
        const result = await ndas.eraseAgain(erasure, isDestroyed);
        done += 1;
        if (done === 2) stopping.abort(new Error('stopped'));
        return result;
      },
    };
    await expect(
      backends.start('eight', silentLogger, { ndas: stopped, signal: stopping.signal }),
    ).rejects.toThrow('stopped');
    expect(await backends.start('eight')).toBe(2);
    expect(await backends.start('eight')).toBe(0);
  });

  it('retries erasures that failed', async () => {
    await restoredWithoutErasures('nine', 1);
    const { ndas } = backends.of('nine');
    const away = { lineOf: ndas.lineOf.bind(ndas), eraseAgain: async () => 'later' as const };
    expect(await backends.start('nine', silentLogger, { ndas: away })).toBe(0);
    expect(await backends.start('nine')).toBe(1);
    expect(await backends.start('nine')).toBe(0);
  });

  it('compares everything again after a restore of the log, even if the database says that the keys are destroyed', async () => {
    const [ndaId] = await restoredWithoutErasures('ten', 1);
    const stream = ndaStream(String(ndaId));
    await backends.start('ten');
    // Simulates a restore of only the event store. The stream records no erasure, but a row says that the
    // stream's key is destroyed.
    const other = await bench.nda();
    await backends.of('ten').list.note([await backends.genuine(ndaStream(other))]);
    await bench.infrastructure.vault.destroyKey(ndaStream(other));
    await backends.start('ten');
    expect((await bench.types(other)).slice(1)).toEqual(['NdaErased', 'NdaKeyDestroyed']);
    expect((await backends.listed('ten')).filter((line) => line.stream === stream)).toHaveLength(1);
  });
});
