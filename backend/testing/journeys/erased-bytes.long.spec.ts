import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Pool } from 'pg';
import type TestAgent from 'supertest/lib/agent.js';
import { replayText } from '#src/cli/replay-text';
import { replayNda } from '#src/cli/replay';
import { ndaDecider } from '#src/nda/nda.decider';
import { ndaStream } from '#src/nda/nda.events';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded';
import { silentLogger } from '#src/platform/logging/logger';
import { createPool } from '#src/platform/postgres/pool';
import { type ByteForms, formsIn, formsOfBytes, formsOfText } from '../observed/byte-forms.js';
import { create, payByCard, read, sign, signedByBoth, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, testSecrets, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

/** Texts that no other agreement has. So every match comes from this agreement. */
const PERSON = {
  ideaTitle: 'Wärmepumpe für Altbauten "Größe XL"',
  ideaDescription: 'Ein Verdichter, der mit Kältemittel R-290 und ohne Öl läuft, und sein Regelkreis.',
  party1Name: 'Jürgen Größenwahn-Lüdemann',
  party1Email: 'juergen.luedemann@waermeidee.example',
  party2Name: 'Çağla Özdemir-Weiß',
  party2Email: 'caglaozdemir@pruefstand.example',
};
const TEXTS = ['ideaTitle', 'party1Name', 'party1Email', 'party2Name', 'party2Email'] as const;
const PIECES = ['idea_title', 'party1_name', 'party2_name', 'party1_email', 'party2_email'] as const;
const RECIPIENT = 'Wilhelmine Ackermann-Stöhr';
const DOCS = join(__dirname, '../../../docs/security.md');

/** Calls that export data as JSON. Every kind of export must be listed here. */
const EXPORTS: readonly ((id: string) => string)[] = [
  () => '/api/admin/ndas',
  () => '/api/admin/obligations',
  () => '/api/admin/analytics',
  (id) => `/api/audit/ndas?search=${id}`,
  (id) => `/api/audit/ndas/${id}/readings`,
  (id) => `/api/audit/ndas/${id}/events`,
  (id) => `/api/audit/ndas/${id}/at/0`,
  (id) => `/api/audit/ndas/${id}/verify`,
];

type Found = Readonly<Record<string, string[]>>;

/** Returns the SQL statements that the docs tell an operator to run, under this heading. */
async function documented(heading: string): Promise<string[]> {
  const [, chapter = ''] = (await readFile(DOCS, 'utf8')).split(`## ${heading}\n`);
  const sql = /```sql\n([^`]*)```/.exec(chapter)?.[1] ?? '';
  return sql
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Returns the bytes of the entries of a bigint array as a row stores them. An index stores a single entry in
 * the same 8 bytes.
 */
const bigintBytes = (entries: readonly string[]): Buffer =>
  Buffer.concat(
    entries.map((entry) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(entry));
      return bytes;
    }),
  );

describe('the bytes of an erased agreement', () => {
  const logs: string[] = [];
  let dataDir: string;
  let server: EmbeddedPostgres;
  let pool: Pool;
  let backend: TestBackend;
  let browser: TestAgent;
  let admin: TestAgent;
  let erased: string;
  let kept: string;
  let vouchers: string[];
  /** Key hashes of the browsers that can read the agreement to be erased. */
  let browsers: readonly string[];
  /**
   * `wanted` has the bytes of the agreement that the test erases. `ofOther` has bytes of an agreement that
   * stays. The scan must still find `ofOther` after the erasure, which shows that the scan works.
   */
  const wanted = new Map<string, ByteForms>();
  const ofOther = new Map<string, ByteForms>();

  async function start(): Promise<void> {
    const secrets = backend?.secrets ?? testSecrets();
    const database = { url: server.url, pool, drop: async () => {} };
    backend = await startTestBackend({
      env: { LOG_LEVEL: 'debug' },
      logs: { write: (line: string) => void logs.push(line) },
      on: { database, secrets, dataDir },
    });
    const jars = [browser?.jar, admin?.jar];
    [browser, admin] = [backend.browser(), backend.browser()];
    if (jars[0] !== undefined) Object.assign(browser, { jar: jars[0] });
    if (jars[1] !== undefined) Object.assign(admin, { jar: jars[1] });
  }

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'siegel-bytes-'));
    server = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
    pool = createPool(server.url, { statementTimeoutMs: 120_000 });
    await pool.query('ALTER SYSTEM SET wal_recycle = off');
    await pool.query('SELECT pg_reload_conf()');
    await start();
  });
  afterAll(async () => {
    await backend?.backend.stop();
    await pool?.end();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const keyOf = async (id: string): Promise<Buffer> => {
    const { rows } = await pool.query<{ wrapped: Buffer }>(
      'SELECT wrapped FROM vault_keys WHERE subject = $1',
      [ndaStream(id)],
    );
    return rows[0]?.wrapped ?? Buffer.alloc(0);
  };

  const rowOf = async (id: string): Promise<string> =>
    (await pool.query<{ row: string }>('SELECT to_jsonb(nda)::text AS row FROM ndas nda WHERE id = $1', [id]))
      .rows[0]?.row ?? '';

  /**
   * Adds the search pieces of the agreement's texts to `wanted`: all pieces of each column together, and a
   * few single pieces that no other agreement has.
   */
  async function notePieces(): Promise<void> {
    const { rows } = await pool.query<Record<string, string[]>>(
      `SELECT ${PIECES.join(', ')} FROM nda_search WHERE id = $1`,
      [erased],
    );
    for (const column of PIECES) {
      const pieces = rows[0]?.[column] ?? [];
      expect(pieces.length).toBeGreaterThan(5);
      wanted.set(`pieces of ${column}`, formsOfBytes(bigintBytes(pieces)));
    }
    const own = await pool.query<{ piece: string }>(
      `SELECT unnest(idea_title) AS piece FROM nda_search WHERE id = $1
       EXCEPT SELECT unnest(idea_title) FROM nda_search WHERE id <> $1 LIMIT 5`,
      [erased],
    );
    expect(own.rowCount).toBe(5);
    for (const { piece } of own.rows)
      wanted.set(`piece ${piece}`, new Map([['bytes', bigintBytes([piece])]]));
  }

  /**
   * Issues only two vouchers, both to one person, so that the table is empty once the two vouchers are
   * deleted.
   */
  async function issueVouchers(): Promise<void> {
    const issue = () => admin.post('/api/admin/vouchers').send({ recipientName: RECIPIENT }).expect(201);
    vouchers = [(await issue()).body.id, (await issue()).body.id];
    await until(async () => (await pool.query('SELECT FROM voucher_search')).rowCount === 2);
    const { rows } = await pool.query<{ piece: string }>(
      'SELECT unnest(recipient_name) AS piece FROM voucher_search LIMIT 5',
    );
    wanted.set('recipient', formsOfText(RECIPIENT));
    for (const { piece } of rows)
      wanted.set(`piece ${piece} of the recipient`, new Map([['bytes', bigintBytes([piece])]]));
  }

  /** Searches everything that the service stores: files including the WAL, each table as text, and logs. */
  async function scan(looked: ReadonlyMap<string, ByteForms>): Promise<Found> {
    const found: Record<string, string[]> = {};
    const look = (place: string, bytes: Buffer): void => {
      for (const what of formsIn(bytes, looked)) (found[what] ??= []).push(place);
    };
    for (const file of await filesIn(dataDir)) {
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      look(relative(dataDir, file), bytes);
    }
    const tables = await pool.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${name} t`);
      look(`table ${name}`, Buffer.from(rows.map(({ row }) => row).join('\n')));
    }
    look('logs', Buffer.from(logs.join('')));
    return found;
  }

  async function exported(): Promise<void> {
    for (const path of EXPORTS) {
      const { status, text } = await admin.get(path(erased));
      expect([path(erased), status]).toEqual([path(erased), 200]);
      expect([path(erased), ...formsIn(Buffer.from(text), wanted)]).toEqual([path(erased)]);
    }
    const { journal } = backend.backend.infrastructure;
    const printed = replayText(await replayNda(journal, erased, undefined));
    expect(printed).toContain('personal: erased');
    expect(formsIn(Buffer.from(printed), wanted)).toEqual([]);
    // Shows that this check can find texts: the replay of the other agreement, which still exists, prints its
    // title.
    expect(replayText(await replayNda(journal, kept, undefined))).toContain('Bleibt bestehen');
  }

  const evidence = () => admin.get(`/api/audit/ndas/${erased}/evidence`);

  it('are found before the erasure: key and search pieces, also in statistics and the WAL', async () => {
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
    for (let n = 0; n < 3; n += 1) await create(browser, { ideaTitle: `Etwas ganz anderes, ${n}` });
    kept = await create(browser, { ideaTitle: 'Bleibt bestehen' });
    erased = await signedByBoth(browser, PERSON);
    await payByCard(browser, erased);
    await untilSent(browser, erased);
    await until(
      async () => (await pool.query('SELECT 1 FROM nda_search WHERE id = $1', [erased])).rowCount === 1,
    );
    browsers = (await backend.backend.infrastructure.commands.state(ndaDecider, erased)).state
      .creatorKeyHashes;
    expect(browsers).toHaveLength(1);
    for (const hash of browsers) expect(await rowOf(erased)).toContain(hash);
    for (const text of TEXTS) wanted.set(text, formsOfText(PERSON[text]));
    wanted.set('ideaDescription', formsOfText(PERSON.ideaDescription.slice(0, 40)));
    wanted.set('key', formsOfBytes(await keyOf(erased)));
    ofOther.set('key', formsOfBytes(await keyOf(kept)));
    await notePieces();
    await issueVouchers();
    await pool.query('ANALYZE');
    await pool.query('CHECKPOINT');
    const found = await scan(wanted);
    const written = ['key', ...PIECES.map((column) => `pieces of ${column}`)];
    for (const what of written) expect(found[`${what} (bytes)`]?.join()).toMatch(/postgres\/.*base\/.*/);
    // The WAL has a header every 8 kB. Bytes across a header are not found, but that cannot be all of them.
    expect(written.flatMap((what) => found[`${what} (bytes)`] ?? []).join()).toContain('pg_wal');
    // The service seals texts before it first writes them, so the scan finds no text.
    const named = Object.keys(found).filter((what) =>
      [...TEXTS, 'ideaDescription'].some((text) => what.startsWith(text)),
    );
    expect(named).toEqual([]);
    // Shows that the scan can find texts. The test writes the texts into a table as plaintext, and drops the
    // table afterwards.
    const planted = [...TEXTS.map((text) => PERSON[text]), PERSON.ideaDescription];
    await pool.query('CREATE TABLE planted (text text)');
    // A header of the WAL can cut only one of two copies of a text.
    await pool.query('INSERT INTO planted SELECT unnest($1::text[])', [[...planted, ...planted]]);
    const lie = async (place: RegExp): Promise<void> => {
      const again = await scan(wanted);
      for (const text of [...TEXTS, 'ideaDescription']) {
        expect(again[`${text} (bytes)`]?.join()).toMatch(place);
        expect(again[`${text} (JSON)`]).toContain('table public.planted');
      }
    };
    // The first scan runs before the checkpoint, because the checkpoint may remove the WAL segment that
    // contains the texts.
    await lie(/postgres\/pg_wal\//);
    await pool.query('CHECKPOINT');
    await lie(/postgres\/base\//);
    await pool.query('DROP TABLE planted');
  });

  it('are left after an erasure, and gone once the operator has run the statements of the docs', async () => {
    await admin
      .delete(`/api/admin/ndas/${erased}`)
      .expect(({ status }) => expect([202, 204]).toContain(status));
    await until(async () => (await keyOf(erased)).length === 0);
    await until(
      async () => (await pool.query('SELECT 1 FROM nda_search WHERE id = $1', [erased])).rowCount === 0,
    );
    for (const id of vouchers) await admin.delete(`/api/admin/vouchers/${id}`).expect(204);
    await until(async () => (await pool.query('SELECT FROM voucher_search')).rowCount === 0);
    await pool.query('VACUUM');
    await pool.query('CHECKPOINT');
    expect(Object.keys(await scan(wanted))).toContain('key (bytes)');
    const statements = await documented('What an erasure leaves in the files');
    expect(statements.length).toBeGreaterThan(5);
    for (const statement of statements) await pool.query(statement);
    expect(await scan(wanted)).toEqual({});
    expect(Object.keys(await scan(ofOther))).toContain('key (bytes)');
    // The agreement's row stays, because the service may still owe work for the agreement. But the row names
    // nobody (rule:erasure-empties-the-row).
    expect(await rowOf(erased)).toContain(erased);
    for (const hash of browsers) expect(await rowOf(erased)).not.toContain(hash);
    await exported();
    const bundle = await evidence().responseType('blob').expect(200);
    expect(formsIn(bundle.body as Buffer, wanted)).toEqual([]);
  });

  it('do not come back when an old backup of its events is restored', async () => {
    const stream = ndaStream(erased);
    await sign(browser, kept, 1);
    await backend.backend.stop();
    const put = await pool.query(
      "DELETE FROM event_store.events WHERE stream = $1 AND (type LIKE 'NdaErased%' OR type LIKE 'NdaKeyDestroyed%')",
      [stream],
    );
    expect(put.rowCount).toBe(2);
    await start();
    expect((await read(browser, kept)).status).toBe('party1_signed');
    await browser.get(`/api/ndas/${erased}`).expect(404);
    await admin.get(`/api/ndas/${erased}`).expect(404);
    const { events } = await backend.backend.infrastructure.commands.state(ndaDecider, erased);
    expect(events[0]).toMatchObject({ type: 'NdaCreated', personal: undefined, erased: true });
    await browser.get(`/api/ndas/${randomUUID()}`).expect(404);
    await pool.query('CHECKPOINT');
    expect(await scan(wanted)).toEqual({});
    await exported();
    // The evidence is broken, because the Merkle tree has leaves of events that the old backup does not have.
    const { text, body } = await evidence().expect(409);
    expect(body).toMatchObject({ code: 'evidence_broken' });
    expect(formsIn(Buffer.from(text), wanted)).toEqual([]);
  });
});
