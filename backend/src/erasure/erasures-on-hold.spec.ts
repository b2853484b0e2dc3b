import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { ListedBackends } from '../../testing/log/listed.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { ndaStream } from '../nda/nda.events.js';
import { silentLogger } from '../platform/logging/logger.js';
import { until } from '../platform/testing/until.js';
import { StreamRecords } from '../closed-streams/records.js';
import type { RecordsCommand } from '../trust-stream/records.commands.js';
import { restored } from '../trust-stream/testing/samples.js';
import { recordsStream, type StreamRestored } from '../trust-stream/trust.events.js';
import { ErasuresOnHold } from './erasures-on-hold.js';

describe('a listed erasure of a closed stream', () => {
  let bench: TestInfrastructure;
  let folder: string;
  let backends: ListedBackends;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
    folder = await mkdtemp(join(tmpdir(), 'siegel-hold-'));
    backends = new ListedBackends(bench, folder);
  });
  afterAll(async () => {
    await bench.stop();
    await rm(folder, { recursive: true });
  });

  const records = () => bench.infrastructure.records;
  const onHold = (backend: string) =>
    new ErasuresOnHold({
      compare: (onClosed) => backends.start(backend, silentLogger, { onClosed, isAlone: false }),
      isClosed: (stream) => bench.infrastructure.log.isClosed(stream),
      isEnded: (stream) => records().isEnded(stream) && !records().areClosed(stream),
      logger: silentLogger,
    });
  const isErased = async (id: string): Promise<boolean> =>
    (await bench.types(id).catch(() => [])).at(-1) === 'NdaKeyDestroyed';
  const marks = async (): Promise<number> =>
    (await bench.infrastructure.pool.query('SELECT FROM erasure_list_places')).rowCount ?? 0;

  it.each([0, 1])(
    'is applied once the stream is open again, without a start: event %i was altered',
    async (revision) => {
      const { infrastructure } = bench;
      const backend = `altered-${revision}`;
      const id = await bench.nda({ type: 'SetLegalHold', reason: 'x' }, { type: 'LiftLegalHold' });
      const line = await backends.genuine(ndaStream(id));
      await backends.of(backend).list.note([line]);
      const altered = await alterEvent(infrastructure.pool, ndaStream(id), revision);
      const waiting = onHold(backend);
      expect(await backends.start(backend, silentLogger, { onClosed: waiting.add })).toBe(0);
      const before = await marks();
      await waiting.run();
      expect(await isErased(id)).toBe(false);
      await altered.putBack();
      await infrastructure.log.load(ndaStream(id));
      await waiting.run();
      expect(await isErased(id)).toBe(true);
      expect(await infrastructure.vault.keyIdOf(ndaStream(id))).toBeUndefined();
      const lines = await backends.listed(backend);
      expect(lines.filter(({ stream }) => stream === ndaStream(id))).toEqual([line]);
      // The backend erases at the same time, so only a start may say that the list was compared.
      expect(await marks()).toBe(before);
    },
  );

  it('is applied once the records about a stream that the operator ended are open again', async () => {
    const { commands, log, pool, vault } = bench.infrastructure;
    const stream = ndaStream(await bench.nda());
    const line = await backends.genuine(stream);
    await backends.of('ended').list.note([line]);
    const record = (command: RecordsCommand) =>
      new StreamRecords(commands).run(stream, command, bench.context());
    const reason = 'a drill';
    await record({ type: 'RecordEnded', stream, last: null, fault: 'mac', reason });
    const { open } = restored as StreamRestored;
    await record({ type: 'RecordRestored', ...open, stream });
    await records().read();
    const altered = await alterEvent(pool, recordsStream(stream), 1);
    await log.load(recordsStream(stream));
    const waiting = onHold('ended');
    expect(await backends.start('ended', silentLogger, { onClosed: waiting.add })).toBe(0);
    await waiting.run();
    expect(await vault.keyIdOf(stream)).toBe(line.keyId);
    await altered.putBack();
    await log.load(recordsStream(stream));
    await records().settled();
    await waiting.run();
    expect(await vault.keyIdOf(stream)).toBeUndefined();
  });
});

describe('the comparison with the list', () => {
  const failing = { is: false };
  const compared: string[] = [];
  let closed: readonly string[] = [];
  let ended: string | undefined;
  const held = () =>
    new ErasuresOnHold({
      compare: async (onClosed) => {
        if (failing.is) throw new Error('away');
        compared.push('once');
        for (const stream of closed) onClosed(stream);
      },
      isClosed: (stream) => closed.includes(stream),
      isEnded: (stream) => stream === ended,
      logger: silentLogger,
      everyMs: 1,
    });
  beforeEach(() => {
    compared.length = 0;
    closed = ['nda-1', 'nda-2'];
    ended = undefined;
    failing.is = false;
  });

  it('is not repeated while all of its streams are closed, or if there are none', async () => {
    const waiting = held();
    await waiting.run();
    for (const stream of closed) waiting.add(stream);
    await waiting.run();
    expect(compared).toEqual([]);
  });

  it('is repeated once for each stream that was opened', async () => {
    const waiting = held();
    for (const stream of closed) waiting.add(stream);
    for (const left of [['nda-2'], []]) {
      closed = left;
      for (let n = 0; n < 2; n += 1) await waiting.run();
    }
    expect(compared).toHaveLength(2);
  });

  it('is repeated if the operator ended one of its streams, which stays closed', async () => {
    const waiting = held();
    for (const stream of closed) waiting.add(stream);
    ended = 'nda-2';
    await waiting.run();
    expect(compared).toHaveLength(1);
  });

  it('is repeated if it failed', async () => {
    const waiting = held();
    waiting.add('nda-1');
    closed = [];
    failing.is = true;
    await waiting.run();
    failing.is = false;
    await waiting.run();
    await waiting.run();
    expect(compared).toHaveLength(1);
  });

  it('is repeated by itself while the backend runs', async () => {
    const waiting = held();
    waiting.add('nda-1');
    waiting.start();
    closed = [];
    await until(async () => compared.length === 1);
    await waiting.stop();
  });
});
