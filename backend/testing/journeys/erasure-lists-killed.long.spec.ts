import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from '#src/cli/copy-database';
import { ndaStream } from '#src/nda/nda.events';
import { newId } from '#src/platform/crypto/ids';
import { createTestDatabase } from '#src/platform/postgres/testing/test-database';
import { runBuilt } from '../backend/built-backend.js';
import { expectErased } from '../log/erasure-on-record.js';
import { IN_LIST, KilledBackend } from '../faults/killed-backend.js';
import { type DeathInFile, KilledProgram } from '../faults/killed-program.js';
import { terms } from '../steps/samples.js';
import { until } from '#src/platform/testing/until';
import { verifyDestruction } from '#src/vault/erasure';
import { createReceipts, publicKeyOf } from '#src/vault/receipts';

const IN_ONE_LINE = IN_LIST.slice(0, 3);
const textOf = (death: DeathInFile): string => death.join(' ');
const both = (...writes: readonly string[]): string[] =>
  writes.flatMap((write) => [`${write}: rolled back`, `${write}: committed`]);
const PLACE = 'INSERT erasure_list_places';

async function agreements(backend: KilledBackend, count: number): Promise<string[]> {
  const party1 = backend.customer();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(String((await party1.ask('POST', '/api/ndas', terms)).body['id']));
  return ids;
}

async function erase(backend: KilledBackend, ids: readonly string[]): Promise<void> {
  const admin = await backend.admin();
  for (const id of ids) await admin.ask('DELETE', `/api/admin/ndas/${id}`);
  for (const id of ids)
    await until(async () => (await backend.erasure(ndaStream(id))).types.includes('NdaKeyDestroyed'));
}

/** (rule:erasures-survive-a-restore) */
describe('applying a list of erasures to a restored database', () => {
  let first: KilledBackend;
  let restored: KilledBackend;
  let streams: string[];
  beforeAll(async () => {
    first = await KilledBackend.on();
    await first.serve();
    const ids = await agreements(first, 2);
    streams = ids.map(ndaStream);
    const { url } = first.database;
    const database = await createTestDatabase();
    await copyDatabase(url, database.url, { overwrite: true });
    await erase(first, ids);
    await first.end('SIGTERM');
    restored = await KilledBackend.on({ database, dataDir: first.dataDir, secrets: first.secrets });
  });
  afterAll(async () => {
    await restored.remove();
    await first.remove();
  });

  it('erases once for each line, whenever the start is killed', async () => {
    await restored.watch('event_store.events', 'vault_keys', 'erasure_list_places');
    const all = () => Promise.all(streams.map((stream) => restored.erasure(stream)));
    const kills = await restored.killed(
      streams,
      async () => (await all()).every(({ recorded }) => recorded.length > 0),
      {
        inFiles: IN_ONE_LINE,
        check: async () => {
          for (const { call, keyLives, recorded } of await all()) {
            if (!keyLives) expect(call).toBeDefined();
            if (recorded.length > 0) expect(keyLives).toBe(false);
          }
        },
      },
    );
    const key = publicKeyOf(restored.secrets.checkpointKeys[0]);
    for (const { types, recorded, lines, keyLives } of await all()) {
      expect({ types, keyLives }).toEqual({
        types: ['NdaCreated', 'NdaErased', 'NdaKeyDestroyed'],
        keyLives: false,
      });
      expect(lines).toHaveLength(1);
      for (const { stream, ...receipt } of lines) {
        expect(recorded).toEqual([receipt]);
        expect(verifyDestruction(stream, receipt, [key])).toBe(true);
      }
    }
    const ofEach = streams.flatMap((stream) =>
      ['INSERT events NdaErased.v1', 'UPDATE vault_keys', 'INSERT events NdaKeyDestroyed.v1'].map(
        (write) => `${stream.slice(-6)} ${write}`,
      ),
    );
    expect(kills.toSorted()).toEqual([...both(...ofEach, PLACE), ...IN_ONE_LINE.map(textOf)].toSorted());
  });
});

interface Death {
  /** Only writes whose name contains this text are stopped. If undefined, no writes are stopped. */
  readonly of?: string;
  readonly inFiles?: readonly DeathInFile[];
  readonly kills: readonly string[];
}

/**
 * Moments at which the operator's command is killed. Each case has its own agreement. The log has no event
 * that calls for these erasures, so only the operator's command applies them.
 */
const OF_THE_COMMAND: readonly Death[] = [
  { of: 'NdaErased', kills: both('INSERT events NdaErased.v1') },
  { of: 'vault_keys', kills: both('UPDATE vault_keys') },
  // When the backend is killed here, the key is already destroyed. So the line no longer waits for the
  // operator, and the next start of the backend completes the erasure.
  { of: 'NdaKeyDestroyed', kills: ['INSERT events NdaKeyDestroyed.v1: rolled back'] },
  ...IN_ONE_LINE.map((death) => ({ inFiles: [death], kills: [textOf(death)] })),
];
const WAITING = OF_THE_COMMAND.length;

describe('a list of erasures of the previous version', () => {
  let backend: KilledBackend;
  let erased: string[];
  let waiting: string[];
  beforeAll(async () => {
    backend = await KilledBackend.on();
    await backend.serve();
    const ids = await agreements(backend, 2 + WAITING);
    await erase(backend, ids.slice(0, 2));
    await backend.end('SIGTERM');
    erased = ids.slice(0, 2).map(ndaStream);
    waiting = ids.slice(2).map(ndaStream);
    await asBefore();
    await backend.watch('event_store.events', 'vault_keys', 'erasure_list_places');
  });
  afterAll(() => backend.remove());

  /**
   * Rewrites the list in the form of the previous version: lines without an event, a mark that does not
   * mention streams, a row in `erasure_list_places`, and no file with receipt keys.
   */
  async function asBefore(): Promise<void> {
    const { pool } = backend.database;
    const signer = createReceipts({
      signingKey: backend.secrets.checkpointKeys[0],
      pool,
    });
    const { rows } = await pool.query<{ stream: string; keyId: string; number: string | null }>(
      `SELECT subject AS stream, key_id AS "keyId", destruction AS number FROM vault_keys
       WHERE subject = ANY($1) ORDER BY number, subject`,
      [[...erased, ...waiting]],
    );
    const destroyedAt = new Date().toISOString();
    const lines = rows.map(({ stream, keyId }) => {
      const unsigned = { stream, keyId, destroyedAt, receiptKeyId: signer.keyId };
      return JSON.stringify({ ...unsigned, receiptSignature: signer.sign(unsigned) });
    });
    const mark = newId();
    const text = `${[...lines, JSON.stringify({ compared: mark })].join('\n')}\n`;
    await writeFile(join(backend.dataDir.path, 'erasures'), text);
    await rm(join(backend.dataDir.path, 'receipt-keys'));
    await pool.query('DELETE FROM erasure_list_places');
    await pool.query(
      'INSERT INTO erasure_list_places (mark, bytes, lines, destruction) VALUES ($1, $2, $3, $4)',
      [
        mark,
        Buffer.byteLength(text),
        lines.length + 1,
        Math.max(...rows.map(({ number }) => Number(number))),
      ],
    );
  }
  const all = (streams: readonly string[]) => Promise.all(streams.map((stream) => backend.erasure(stream)));

  it('is rewritten by the first start, once for each erasure, whenever that start is killed', async () => {
    const inFiles: DeathInFile[] = [
      ...IN_ONE_LINE.map(([, moment]): DeathInFile => ['receipt-keys', moment]),
      ...IN_LIST,
      ...IN_ONE_LINE,
    ];
    const marked = async (): Promise<boolean> => {
      const { rows } = await backend.database.pool.query<{ mark: string }>(
        'SELECT mark FROM erasure_list_places',
      );
      const text = await readFile(join(backend.dataDir.path, 'erasures'), 'utf8');
      return rows.some(({ mark }) => text.includes(`{"compared":"${mark}","with":"streams"}\n`));
    };
    const kills = await backend.killed([...erased, ...waiting], marked, { inFiles });
    expect(kills.toSorted()).toEqual([...both(PLACE), ...inFiles.map(textOf)].toSorted());
    const [key] = backend.secrets.checkpointKeys;
    for (const found of await all(erased)) {
      expect(found.types).toEqual(['NdaCreated', 'NdaErased', 'NdaKeyDestroyed']);
      expectErased(found, key);
    }
    for (const { types, keyLives, lines } of await all(waiting)) {
      expect([types, keyLives]).toEqual([['NdaCreated'], true]);
      expect(lines).toHaveLength(1);
    }
    await backend.end('SIGTERM');
  });

  it.each(OF_THE_COMMAND)(
    'has a line that the operator can apply, even if the command is killed: $kills',
    async ({ of, inFiles = [], kills }) => {
      const stream = waiting.shift() ?? '';
      await backend.writes.stop(of === undefined ? [] : [stream], of);
      const program = new KilledProgram(backend.writes, inFiles, async () => {
        const { keyLives, call } = await backend.erasure(stream);
        if (!keyLives) expect(call).toBeDefined();
      });
      await program.untilDone(
        (options) => runBuilt('cli/siegel.main', ['erasures:apply', stream], backend.env, options),
        async ({ process, output }) =>
          process.exitCode === 0 || output().includes(`no line for ${stream} is waiting for your decision`),
      );
      expect(program.kills.map((kill) => kill.replace(`${stream.slice(-6)} `, ''))).toEqual(kills);
      const { types, keyLives } = await backend.erasure(stream);
      expect([types.slice(0, 2), keyLives]).toEqual([['NdaCreated', 'NdaErased'], false]);
    },
  );

  it('has nothing left to apply after a start', async () => {
    await backend.writes.stop([]);
    await backend.serve();
    const [key] = backend.secrets.checkpointKeys;
    const ids = await backend.database.pool.query<{ stream: string }>(
      `SELECT DISTINCT stream FROM event_store.events WHERE stream LIKE 'nda-%'`,
    );
    for (const { stream } of ids.rows) {
      await until(async () => (await backend.erasure(stream)).recorded.length > 0);
      const found = await backend.erasure(stream);
      expect(found.types).toEqual(['NdaCreated', 'NdaErased', 'NdaKeyDestroyed']);
      expectErased(found, key);
    }
  });
});
