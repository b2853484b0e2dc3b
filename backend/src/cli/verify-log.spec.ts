import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { ndaStream } from '../nda/nda.events.js';
import { MetLog } from '../proof/testing/met-log.js';
import type { SignedCheckpoint } from '../proof/signed-checkpoints.js';
import { command, type TestDataDir, testDataDir } from '../testing/built-backend.js';

describe('siegel verify:log', () => {
  let met: MetLog;
  let folder: TestDataDir;
  let past: Client;
  let last: string;
  let checkpoint: SignedCheckpoint;
  beforeAll(async () => {
    [met, folder] = [await MetLog.open(), await testDataDir()];
    await met.nda();
    last = await met.nda();
    checkpoint = await met.sign();
    await met.meetNothingMore();
    past = new Client({ connectionString: met.url });
    await past.connect();
  });
  afterAll(async () => {
    await past.end();
    await met.stop();
    await folder.remove();
  });

  /** Without any secret. */
  const verify = (...args: string[]) =>
    command('verify:log', args, { DATABASE_URL: met.url, DATA_DIR: folder.path });

  it('says that the log is intact, and continues what somebody kept', async () => {
    const file = join(dirname(folder.path), 'kept.json');
    await writeFile(file, JSON.stringify({ items: [checkpoint] }));
    const { code, output } = await verify('--checkpoints', file);
    expect(output).toContain('Intact: 2 events, 1 checkpoint.');
    expect(code).toBe(0);
    await writeFile(file, '{"items":[{"size":1}]}');
    expect(await verify('--checkpoints', file)).toMatchObject({
      code: 2,
      output: expect.stringContaining('is no answer of GET /api/checkpoints'),
    });
    expect(await readFile(file, 'utf8')).toBe('{"items":[{"size":1}]}');
    await rm(file);
  });

  it('names what is gone where the store was put back behind all that the database knows, and changes nothing', async () => {
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
  });
});
