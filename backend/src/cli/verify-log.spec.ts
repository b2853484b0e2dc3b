import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { ndaStream } from '../nda/nda.events.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import type { SignedCheckpoint } from '../proof/signed-checkpoints.js';
import { forgedAfter } from '../proof/testing/forged.js';
import { command, type TestDataDir, testDataDir } from '../../testing/backend/built-backend.js';
import { environmentOf } from '../../testing/backend/secrets.js';
import { onlyInAll } from '../platform/testing/only-in-all.js';

describe('siegel verify:log', () => {
  let met: CheckpointedLog;
  let folder: TestDataDir;
  let past: Client;
  let last: string;
  let checkpoint: SignedCheckpoint;
  beforeAll(async () => {
    [met, folder] = [await CheckpointedLog.open(), await testDataDir()];
    await met.nda();
    last = await met.nda();
    checkpoint = await met.sign();
    await met.stopCheckpointer();
    past = new Client({ connectionString: met.url });
    await past.connect();
  });
  afterAll(async () => {
    await past.end();
    await met.stop();
    await folder.remove();
  });

  const verifyWith = (env: Readonly<Record<string, string>>, ...args: string[]) =>
    command('verify:log', args, { DATABASE_URL: met.url, DATA_DIR: folder.path, ...env });
  /** Runs the command without any secret. */
  const verify = (...args: string[]) => verifyWith({}, ...args);

  it('reports that the log is intact, and that it continues a kept checkpoint', async () => {
    const file = join(dirname(folder.path), 'kept.json');
    await writeFile(file, JSON.stringify({ items: [{ ...checkpoint, keptSince: 'then' }] }));
    const { code, output } = await verify('--checkpoints', file);
    expect(output).toContain('Intact: 2 events, 1 signed checkpoint.\nCompared with 1 of 1 kept checkpoint.');
    expect(code).toBe(0);
    await writeFile(file, '{"items":[{"size":1}]}');
    expect(await verify('--checkpoints', file)).toMatchObject({
      code: 2,
      output: expect.stringContaining('is not an answer of GET /api/checkpoints'),
    });
    expect(await readFile(file, 'utf8')).toBe('{"items":[{"size":1}]}');
    await rm(file);
  });

  it('names kept checkpoints that no known key signed, and exits with 1 if there is one', async () => {
    const [kept, keys] = ['kept-by-keys.json', 'keys.json'].map((name) =>
      join(dirname(folder.path), name),
    ) as [string, string];
    const trusting = (items: unknown) => writeFile(keys, JSON.stringify({ items }));
    await writeFile(kept, JSON.stringify({ items: [checkpoint] }));
    try {
      await trusting(await met.bench.infrastructure.receipts.publicKeys());
      expect((await verify('--checkpoints', kept, '--keys', keys)).code).toBe(0);
      await trusting([]);
      const { code, output } = await verify('--checkpoints', kept, '--keys', keys, '--json');
      const { size, keyId } = checkpoint;
      expect(JSON.parse(output.slice(output.indexOf('{')))).toMatchObject({
        events: 2,
        kept: { given: 1, compared: 0, unsigned: [{ size, keyId }] },
        firstBroken: null,
      });
      expect(code).toBe(1);
      await writeFile(kept, '{"items":[]}');
      expect(await verify('--checkpoints', kept)).toMatchObject({
        code: 2,
        output: expect.stringContaining('holds no checkpoint'),
      });
      expect((await verify('--keys', keys)).code).toBe(2);
    } finally {
      await Promise.all([rm(kept), rm(keys)]);
    }
  });

  it('prints each broken place with the command that repairs it, and finds a forged event only with APPEND_KEY', async () => {
    const { keys } = met.bench.infrastructure.trust;
    const end = (await met.rows()).at(-1) as UntrustedEvent;
    const { stream, revision, id, type, data, metadata } = forgedAfter(end, keys.log);
    const insert = 'INSERT INTO event_store.events (stream, revision, id, type, data, metadata)';
    const [{ stream: lost } = end] = await met.rows();
    await past.query('CREATE TABLE kept_events AS TABLE event_store.events');
    await past.query(`${insert} VALUES ($1, $2, $3, $4, $5, $6)`, [
      stream,
      revision,
      id,
      type,
      Buffer.from(data),
      Buffer.from(metadata),
    ]);
    await past.query('DELETE FROM event_store.events WHERE stream = $1', [lost]);
    try {
      const [text, json] = [await verify(), await verify('--json')];
      const truncated = `Broken: truncated at ${lost}@0: the stream had 1 events, and has 0. To repair it: siegel log:repair ${lost}`;
      expect(text).toMatchObject({ code: 1, output: expect.stringContaining(truncated) });
      expect(text.output).toContain('Broken at 1 place. Verified: 2 events, 1 signed checkpoint.');
      expect(text.output).toContain('There is no APPEND_KEY here');
      const lines = json.output.split('\n').filter((line) => line.startsWith('{'));
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { place: { stream: lost, revision: 0, kind: 'truncated' } },
        { events: 2, broken: 1, isAuthenticated: false, firstBroken: { stream: lost } },
      ]);
      const { APPEND_KEY = '' } = environmentOf(met.bench.secrets);
      const keyed = await verifyWith({ APPEND_KEY });
      expect(keyed.output).toContain(`Broken: inserted at ${stream}@${revision}`);
      expect(keyed.output).toContain('Broken at 2 places.');
    } finally {
      await past.query('DELETE FROM event_store.events');
      await past.query('INSERT INTO event_store.events SELECT * FROM kept_events');
      await past.query('DROP TABLE kept_events');
    }
  });

  onlyInAll.it(
    'names the lost events if the store was restored to a state older than that of the database, and changes nothing',
    async () => {
      const known = async () =>
        (
          await past.query(
            'SELECT (SELECT json_agg(s) FROM store_in_use s) AS one, (SELECT json_agg(c) FROM checkpoints c) AS two',
          )
        ).rows;
      const before = await known();
      await past.query('DELETE FROM event_store.events WHERE stream = $1', [ndaStream(last)]);
      const { code, output } = await verify();
      expect(output).toContain(`Broken: truncated at ${ndaStream(last)}@0`);
      expect(code).toBe(1);
      expect(await known()).toEqual(before);
    },
  );
});
