import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraserParts, erasingFacts } from '../app/erasers.js';
import { freePort } from '../platform/embedded-postgres/free-port.js';
import { createTestDatabase } from '../platform/postgres/testing/test-database.js';
import { startTestBackend, type TestBackend, testSecrets } from '../../testing/backend/test-backend.js';
import { create, read, sign } from '../../testing/steps/steps.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { newId } from '../platform/crypto/ids.js';
import { appendFirstFormat } from '../eventsourcing/journal/testing/first-format.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { until } from '../platform/testing/until.js';
import type { Position } from '../eventsourcing/event-store/event-store.js';
import { applyErasures, type ApplyingParts } from './apply-erasures.js';
import { KeyEraser } from './erase-key.js';
import { onlyInAll } from '../platform/testing/only-in-all.js';

const ERASE = { type: 'EraseNda', reason: 'admin' } as const;

describe('applying erasures', () => {
  let bench: TestInfrastructure;
  let folder: string;
  let eraser: KeyEraser;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
    folder = await mkdtemp(join(tmpdir(), 'siegel-erasures-'));
    eraser = new KeyEraser(parts());
  });
  afterAll(async () => {
    await bench.stop();
    await rm(folder, { recursive: true });
  });

  const parts = () => {
    const { infrastructure } = bench;
    return eraserParts(infrastructure, { commands: infrastructure.commands, config: { dataDir: folder } });
  };

  const apply = (
    ndas: Pick<KeyEraser, 'erase'> = eraser,
    changes: Partial<ApplyingParts> = {},
  ): Promise<number> => {
    const { pool, log } = bench.infrastructure;
    const vouchers = { erase: () => Promise.reject(new Error('no voucher')) };
    const withdrawals = { erase: () => Promise.reject(new Error('no withdrawal')) };
    return applyErasures({ pool, log, facts: erasingFacts({ ndas, vouchers, withdrawals }), ...changes });
  };

  /**
   * Simulates a start that reads a few events at a time. An error thrown by `endAt`, or `signal`, ends the
   * start early. Returns the NDAs that the start read, the NDAs that it erased, and the error that ended it.
   */
  async function startOver(
    ids: readonly string[],
    endAt?: (ndaId: string) => void,
    signal?: AbortSignal,
  ): Promise<{ read: string[]; erased: string[]; ended: unknown }> {
    const { log } = bench.infrastructure;
    const read: string[] = [];
    const erased: string[] = [];
    const readAll: TrustedLog['readAll'] = async function* (options) {
      for await (const batch of log.readAll(options)) {
        // Ignores the events that the erasures themselves add to the log, because a later start reads these
        // events too.
        const found = batch.events.filter(({ type }) => !type.startsWith('NdaKeyDestroyed'));
        read.push(...found.map(({ stream }) => stream.slice('nda-'.length)));
        yield batch;
      }
      return undefined;
    };
    const erase = async (ndaId: string): Promise<void> => {
      endAt?.(ndaId);
      await eraser.erase(ndaId);
      erased.push(ndaId);
    };
    const reading = Object.assign(Object.create(log) as TrustedLog, { readAll });
    const ended = await apply({ erase }, { log: reading, batchSize: 4, signal }).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { read: read.filter((id) => ids.includes(id)), erased, ended };
  }

  /** Creates NDAs, one after another. Each NDA is erased only in the log, so its key still exists. */
  async function erasedInTheLog(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const id = await bench.nda();
      await bench.run(id, ERASE);
      ids.push(id);
    }
    return ids;
  }

  const reactionHasSeen = async (position: Position): Promise<void> => {
    const { pool, store } = bench.infrastructure;
    for (const name of [
      'reaction:erase-key-when-nda-erased',
      'reaction:erase-key-when-voucher-deleted',
      'reaction:send-receipt-when-withdrawn',
      'reaction:append-kept-reports-when-kept',
    ])
      await pool.query(
        `INSERT INTO checkpoints (name, version, store_id, position, epoch, updated_at)
         VALUES ($1, 1, $2, $3, 1, now()) ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
        [name, await store.storeId(), position],
      );
  };

  it('applies erasures that this database does not know, once', async () => {
    expect(await apply()).toBe(0);
    const [first, second, living] = [await bench.nda(), await bench.nda(), await bench.nda()];
    await bench.run(first, ERASE);
    expect(await apply()).toBe(1);
    expect((await bench.types(first)).at(-1)).toBe('NdaKeyDestroyed');
    expect(await apply()).toBe(0);
    await bench.run(second, ERASE);
    expect(await apply()).toBe(1);
    expect(await bench.infrastructure.vault.keyIdOf(ndaStream(second))).toBeUndefined();
    expect(await bench.infrastructure.vault.keyIdOf(ndaStream(living))).toBeDefined();
    expect(await bench.types(living)).toEqual(['NdaCreated']);
  });

  it('destroys nothing for events that only look like an erasure, no matter how often a checkpoint is moved back', async () => {
    const [ndaId, other] = [await bench.nda(), await bench.nda()];
    const { store, vault, pool } = bench.infrastructure;
    const bytes = (what: string): Uint8Array => Buffer.from(what);
    const open = '{"open":{"reason":"restored"}}';
    // The first event is in the NDA's stream but unreadable. The second event is in a stream whose name only
    // begins like the name of an NDA's stream.
    const forged = [
      { stream: ndaStream(ndaId), expected: 0, metadata: '{}' },
      { stream: `${ndaStream(ndaId)}-x`, expected: 'no-stream' as const, metadata: '{}' },
    ];
    for (const { stream, expected, metadata } of forged)
      await store.append(stream, expected, [
        { id: newId(), type: 'NdaErased.v1', data: bytes(open), metadata: bytes(metadata) },
      ]);
    // This event has the type `NdaErased`, but not the members of that type.
    const wrong = [{ type: 'NdaErased.v1', open: { reason: 7 } }];
    await appendFirstFormat(bench.infrastructure, ndaStream(other), wrong, bench.clock.now().toISOString());
    for (let n = 0; n < 2; n++) {
      await pool.query("DELETE FROM checkpoints WHERE name LIKE 'reaction:%' OR name LIKE 'start:%'");
      await apply();
    }
    await eraser.erase(ndaId);
    await eraser.erase(other);
    expect(await vault.keyIdOf(ndaStream(other))).toBeDefined();
    expect(await vault.keyIdOf(ndaStream(ndaId))).toBeDefined();
    expect((await store.readStream(ndaStream(ndaId))).map(({ type }) => type)).toEqual([
      'NdaCreated.v2',
      'NdaErased.v1',
    ]);
  });

  it('resumes at the erasure that failed', async () => {
    const ndaId = await bench.nda();
    await bench.run(ndaId, ERASE);
    const failing = new KeyEraser({
      ...parts(),
      vault: { ...parts().vault, destroyKey: () => Promise.reject(new Error('away')) },
    });
    await expect(apply(failing)).rejects.toThrow('away');
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(apply(eraser, { signal })).rejects.toThrow('stopped');
    expect(await apply()).toBe(1);
    expect(await bench.infrastructure.vault.keyIdOf(ndaStream(ndaId))).toBeUndefined();
  });

  it('resumes near the position of a killed start, and reads nothing before it again', async () => {
    await apply();
    const ids = await erasedInTheLog(6);
    const [last] = ids.slice(4);
    const killed = await startOver(ids, (ndaId) => {
      if (ndaId === last) throw new Error('killed');
    });
    expect(killed).toMatchObject({ erased: ids.slice(0, 4), ended: new Error('killed') });
    const next = await startOver(ids);
    expect(next).toMatchObject({ erased: ids.slice(4), ended: undefined });
    // A batch has four events. Each NDA has two events, its creation and its erasure.
    expect(next.read.length).toBeLessThanOrEqual(8);
    expect(next.read).not.toContain(ids[0]);
    expect(await startOver(ids)).toEqual({ read: [], erased: [], ended: undefined });
  });

  it('ends at the next erasure if it is stopped, and the next start continues there', async () => {
    await apply();
    const ids = await erasedInTheLog(6);
    const stopping = new AbortController();
    const stopped = await startOver(
      ids,
      (ndaId) => {
        if (ndaId === ids[2]) stopping.abort(new Error('stopped'));
      },
      stopping.signal,
    );
    expect(stopped).toMatchObject({ erased: ids.slice(0, 3), ended: new Error('stopped') });
    const next = await startOver(ids);
    expect(next.erased).toEqual(ids.slice(3));
    expect(next.read).not.toContain(ids[0]);
  });

  it("begins at the reactions' checkpoints if they are ahead of the last start's position", async () => {
    await apply();
    const [seen] = await erasedInTheLog(1);
    const position = await bench.infrastructure.store.head();
    if (position === undefined) throw new Error('an empty log');
    const [unseen] = await erasedInTheLog(1);
    await reactionHasSeen(position);
    const ids = [String(seen), String(unseen)];
    expect(await startOver(ids)).toEqual({ read: [unseen, unseen], erased: [unseen], ended: undefined });
    expect(await bench.infrastructure.vault.keyIdOf(ndaStream(String(seen)))).toBeDefined();
  });

  it("begins at the last start's position if it is ahead of the reactions", async () => {
    const position = await bench.infrastructure.store.head();
    if (position === undefined) throw new Error('an empty log');
    await reactionHasSeen(position);
    const ids = await erasedInTheLog(3);
    expect((await startOver(ids)).erased).toEqual(ids);
    expect(await startOver(ids)).toEqual({ read: [], erased: [], ended: undefined });
  });
});

/**
 * SQL conditions, by table. Each condition selects the rows that are restored to an older state: keys,
 * images, and the positions of the reaction and of the starts.
 */
const TABLES = {
  vault_keys: 'true',
  sealed_blobs: 'true',
  checkpoints: "name = 'reaction:erase-key-when-nda-erased' OR name LIKE 'start:%'",
} as const;

describe('a database that was restored to an older state', () => {
  let test: TestBackend;
  beforeAll(async () => {
    test = await startTestBackend();
  });
  afterAll(async () => {
    await test.database.drop();
    await rm(test.dataDir, { recursive: true, force: true });
  });

  onlyInAll.it('answers only liveness checks while it applies erasures', async () => {
    const database = await createTestDatabase();
    const secrets = testSecrets();
    await (await startTestBackend({ on: { database, secrets } })).stop();
    const client = await database.pool.connect();
    await client.query('BEGIN; LOCK TABLE missing_keys');
    const port = String(await freePort());
    const starting = startTestBackend({ on: { database, secrets }, env: { PORT: port } });
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    await until(async () => (await ask('/health/live'))?.status === 200);
    const ready = await ask('/health/ready');
    expect(ready?.status).toBe(503);
    expect(await ready?.json()).toMatchObject({ checks: { serving: 'down', database: 'up' } });
    const unavailable = [503, expect.objectContaining({ code: 'unavailable' })];
    const answers = ['/api/ndas', '/api/nothing', '/'].map(async (path) => {
      const answer = await ask(path);
      return [answer?.status, await answer?.json()];
    });
    expect(await Promise.all(answers)).toEqual([unavailable, unavailable, unavailable]);
    await client.query('COMMIT');
    client.release();
    const started = await starting;
    await until(async () => (await ask('/health/ready'))?.status === 200);
    await started.stop();
    await database.drop();
  });

  it('serves nothing before all erasures were applied again', async () => {
    const browser = test.browser();
    const [erased, kept] = [await create(browser), await create(browser)];
    await sign(browser, erased, 1);
    await sign(browser, kept, 1);
    const { database } = test;
    await until(async () => (await read(browser, kept)).status === 'party1_signed');
    for (const [table, some] of Object.entries(TABLES))
      await database.pool.query(`CREATE TABLE backup_${table} AS SELECT * FROM ${table} WHERE ${some}`);

    const { commands, store } = test.backend.infrastructure;
    await commands.run(
      ndaDecider,
      erased,
      ERASE,
      contextAt(new Date().toISOString(), { commandId: newId() }),
    );
    await until(
      async () => (await store.readStream(ndaStream(erased))).at(-1)?.type === 'NdaKeyDestroyed.v1',
    );
    const receipt = (await commands.state(ndaDecider, erased)).events.at(-1)?.open;
    await until(async () => (await browser.get(`/api/ndas/${erased}`)).status === 404);
    await test.backend.stop();

    for (const [table, some] of Object.entries(TABLES)) {
      await database.pool.query(`DELETE FROM ${table} WHERE ${some}`);
      await database.pool.query(`INSERT INTO ${table} SELECT * FROM backup_${table}`);
    }
    const keys = (): Promise<{ rows: { subject: string; living: boolean }[] }> =>
      database.pool.query(
        'SELECT subject, wrapped IS NOT NULL AS living FROM vault_keys WHERE subject = ANY($1) ORDER BY subject',
        [[ndaStream(erased), ndaStream(kept)].sort()],
      );
    expect((await keys()).rows.every(({ living }) => living)).toBe(true);

    // This backend's own list of erasures is empty, like that of any backend that erased nothing.
    const again = await startTestBackend({ on: { database, secrets: test.secrets } });
    try {
      const { rows } = await keys();
      expect(rows.find(({ subject }) => subject === ndaStream(erased))).toMatchObject({ living: false });
      expect(rows.find(({ subject }) => subject === ndaStream(kept))).toMatchObject({ living: true });
      const images = await database.pool.query('SELECT subject FROM sealed_blobs WHERE subject = $1', [
        ndaStream(erased),
      ]);
      expect(images.rows).toEqual([]);
      const { events } = await again.backend.infrastructure.commands.state(ndaDecider, erased);
      expect(events.map(({ type }) => type)).toEqual([
        'NdaCreated',
        'Party1Signed',
        'NdaErased',
        'NdaKeyDestroyed',
      ]);
      expect(events.at(-1)?.open).toEqual(receipt);
      expect(events[0]).toMatchObject({ personal: undefined, erased: true });
    } finally {
      await again.stop();
    }
  });
});
