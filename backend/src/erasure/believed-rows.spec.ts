import { believed } from '../eventsourcing/trust/testing/believed.js';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ndaStream } from '../nda/nda.events.js';
import type { Logger } from '../platform/logging/logger.js';
import { silentLogger } from '../platform/logging/logger.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { until } from '../platform/testing/until.js';
import { receiptOf, verifyDestruction } from '../vault/erasure.js';
import { createReceipts } from '../vault/receipts.js';
import { KnownReceiptKeys } from './known-receipt-keys.js';
import { markKeyDestroyed, keyRow, putBack } from './testing/key-rows.js';
import { ListedBackends, LOST_EVENT } from '../../testing/log/listed.js';

let bench: TestInfrastructure;
let folder: string;
let backends: ListedBackends;
beforeEach(async () => {
  bench = await openTestInfrastructure();
  folder = await mkdtemp(join(tmpdir(), 'siegel-rows-'));
  backends = new ListedBackends(bench, folder);
});
afterEach(async () => {
  await bench.stop();
  await rm(folder, { recursive: true, force: true });
});

const isReadable = async (ndaId: string): Promise<boolean> =>
  (await bench.infrastructure.journal.load(ndaStream(ndaId))).events[0]?.personal !== undefined;
const first = async (stream: string) => (await bench.infrastructure.journal.load(stream)).events[0];
const findings = (): unknown => backends.tampering.all;

describe('a row that calls a key destroyed', () => {
  it('adds no receipt, no line and no event, and once the row is restored everything opens again', async () => {
    const ndaId = await bench.nda();
    const stream = ndaStream(ndaId);
    const { pool } = bench.infrastructure;
    const before = await keyRow(pool, stream);
    await markKeyDestroyed(pool, stream);
    await pool.query('DELETE FROM erasure_list_places');
    await backends.start('one');
    expect(findings()).toEqual([{ kind: 'key_without_erasure', subject: { stream } }]);
    expect(await backends.listed('one')).toEqual([]);
    // A key that is in memory stays valid for some seconds.
    await until(async () => (await first(stream))?.keyMissing === true);
    expect(await first(stream)).toMatchObject({ erased: false, personal: undefined });
    await putBack(pool, before);
    await pool.query('DELETE FROM erasure_list_places');
    await backends.start('one');
    await backends.start('two');
    expect(await backends.listed('two')).toEqual([]);
    expect(await bench.types(ndaId)).toEqual(['NdaCreated']);
    expect(await isReadable(ndaId)).toBe(true);
  });

  it('is not reported if its stream does not exist', async () => {
    await bench.infrastructure.vault.destroyKey(ndaStream(LOST_EVENT.eventId));
    await backends.start('one');
    expect(findings()).toEqual([]);
    expect(await backends.listed('one')).toEqual([]);
  });
});

describe('a line of the list', () => {
  const noteAndStart = async (...lines: Parameters<ReturnType<typeof backends.of>['list']['note']>[0]) => {
    await backends.of('one').list.note(lines);
    return backends.start('one');
  };
  const keptAsItWas = async (ndaId: string): Promise<void> => {
    expect(await bench.types(ndaId)).toEqual(['NdaCreated']);
    expect(await isReadable(ndaId)).toBe(true);
  };

  it('is reported and left alone if none of our keys signed it', async () => {
    const [ndaId, other] = [await bench.nda(), await bench.nda()];
    const genuine = await backends.genuine(ndaStream(ndaId));
    const changed = [
      { ...genuine, receiptSignature: randomBytes(64).toString('base64') },
      { ...genuine, destroyedAt: '2026-11-11T11:00:00.000Z' },
      { ...genuine, eventHash: 'cd'.repeat(32) },
      // A genuine line in which the stream is replaced by another stream.
      { ...genuine, stream: ndaStream(other) },
    ];
    expect(await noteAndStart(...changed)).toBe(0);
    expect(findings()).toEqual(
      changed.map(({ stream }, at) => ({
        kind: 'erasure_line',
        subject: { list: join(folder, 'one', 'erasures'), stream, line: at + 1 },
      })),
    );
    await keptAsItWas(ndaId);
    await keptAsItWas(other);
    expect(await noteAndStart(genuine)).toBe(1);
  });

  it('is not believed if it was signed by a key that only a row names', async () => {
    const ndaId = await bench.nda();
    const { pool, vault } = bench.infrastructure;
    const stranger = createReceipts({ signingKey: randomBytes(32), pool });
    await stranger.start();
    const keyId = (await vault.keyIdOf(ndaStream(ndaId))) ?? '';
    const what = { keyId, destroyedAt: '2026-11-11T10:00:00.000Z', ...LOST_EVENT };
    const line = { stream: ndaStream(ndaId), ...receiptOf(stranger, ndaStream(ndaId), what) };
    const { stream, ...receipt } = line;
    expect(verifyDestruction(stream, receipt, await bench.infrastructure.receipts.publicKeys())).toBe(true);
    expect(await noteAndStart(line)).toBe(0);
    await keptAsItWas(ndaId);
  });

  it('is believed if it was signed by a key that CHECKPOINT_KEY had at an earlier start of this backend', async () => {
    const ndaId = await bench.nda();
    const { pool, vault } = bench.infrastructure;
    const former = createReceipts({ signingKey: randomBytes(32), pool });
    await new KnownReceiptKeys(join(folder, 'one'), former).remember();
    const keyId = (await vault.keyIdOf(ndaStream(ndaId))) ?? '';
    const what = { keyId, destroyedAt: '2026-11-11T10:00:00.000Z', ...LOST_EVENT };
    const line = { stream: ndaStream(ndaId), ...receiptOf(former, ndaStream(ndaId), what) };
    expect(await noteAndStart(line)).toBe(1);
    expect((await bench.types(ndaId)).at(-1)).toBe('NdaKeyDestroyed');
    const keys = await readFile(join(folder, 'one', 'receipt-keys'), 'utf8');
    expect(keys.split('\n').filter((text) => text !== '')).toEqual(
      [former, bench.infrastructure.receipts].map((each) => each.configuredKeys[0]?.publicKey),
    );
  });

  it('is not genuine for a new stream if it was genuine for an earlier stream of the same name', async () => {
    const ndaId = await bench.nda();
    const { receipts } = bench.infrastructure;
    const what = { keyId: LOST_EVENT.eventId, destroyedAt: '2026-11-11T10:00:00.000Z', ...LOST_EVENT };
    const stream = ndaStream(ndaId);
    expect(await noteAndStart({ stream, ...receiptOf(receipts, stream, what) })).toBe(0);
    expect(findings()).toMatchObject([{ kind: 'erasure_line', subject: { stream } }]);
    await keptAsItWas(ndaId);
  });
});

describe('a line from the time before lines named an event', () => {
  it('is rewritten once with the event of its stream, and from then on only the new line counts', async () => {
    const ndaId = await bench.nda();
    const stream = ndaStream(ndaId);
    const line = await backends.fromBefore(stream);
    await bench.run(ndaId, { type: 'EraseNda', reason: 'admin' });
    await backends.of('other').ndas.erase(ndaId);
    await backends.of('one').list.note([line]);
    await backends.start('one');
    await bench.infrastructure.pool.query('DELETE FROM erasure_list_places');
    await backends.start('one');
    const [before, now, ...more] = await backends.listed('one');
    expect([before, more]).toEqual([line, []]);
    const { journal, store } = bench.infrastructure;
    const [, decided, done] = (await store.readStream(stream)).map((one) => journal.decode(believed(one)));
    expect(now).toMatchObject({ stream, eventId: decided?.id, eventHash: decided?.hash });
    expect(done?.open).toMatchObject({ destroyedAt: now?.destroyedAt });
    expect(findings()).toEqual([]);
  });

  it('waits for the operator if its stream has no such event, and is logged', async () => {
    const ndaId = await bench.nda();
    const stream = ndaStream(ndaId);
    await backends.of('one').list.note([await backends.fromBefore(stream)]);
    const warned: object[] = [];
    const logger = { ...silentLogger, warn: (what: object) => void warned.push(what) } as Logger;
    expect(await backends.start('one', logger)).toBe(0);
    expect(warned).toEqual([{ list: join(folder, 'one', 'erasures'), line: 1, stream }]);
    expect(await bench.types(ndaId)).toEqual(['NdaCreated']);
    expect(await isReadable(ndaId)).toBe(true);
    expect(await backends.listed('one')).toHaveLength(1);
  });

  it('is compared at the first start of this version, even if the previous version had read it already', async () => {
    const ndaId = await bench.nda();
    await bench.run(ndaId, { type: 'EraseNda', reason: 'admin' });
    await backends.of('other').ndas.erase(ndaId);
    const { list } = backends.of('one');
    const { pool } = bench.infrastructure;
    await list.note([await backends.fromBefore(ndaStream(ndaId))]);
    const mark = LOST_EVENT.eventId;
    const old = `${JSON.stringify({ compared: mark })}\n`;
    await appendFile(list.path, old);
    await pool.query(
      'INSERT INTO erasure_list_places (mark, bytes, lines, destruction) VALUES ($1, $2, 2, 1)',
      [mark, (await stat(list.path)).size],
    );
    await backends.start('one');
    expect((await backends.listed('one')).filter(({ eventId }) => eventId !== undefined)).toHaveLength(1);
  });
});
