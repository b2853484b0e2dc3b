import { randomBytes } from 'node:crypto';
import type { AppendSecret } from '#src/app/append-secret';
import type { Secrets } from '#src/app/secrets';
import { copyDatabase } from '#src/cli/copy-database';
import { createTestDatabase, type TestDatabase } from '#src/platform/postgres/testing/test-database';
import { command } from '../backend/built-backend.js';
import { environmentOf } from '../backend/secrets.js';

import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { create, read } from '../steps/steps.js';

describe('a copy of a service, with keys of its own', () => {
  let original: TestBackend;
  let database: TestDatabase;
  let copy: TestBackend | undefined;
  let secrets: Secrets;
  beforeAll(async () => {
    original = await startTestBackend();
    database = await createTestDatabase();
    const { log, keys } = original.secrets.appendKeys as AppendSecret;
    secrets = {
      ...original.secrets,
      sessionSecrets: [randomBytes(32)],
      checkpointKeys: [randomBytes(32)],
      appendKeys: { log, keys: [randomBytes(32), ...keys] },
    };
  });
  afterAll(async () => {
    await copy?.stop();
    await database.drop();
    await original.stop();
  });

  const start = (of: Secrets) => startTestBackend({ on: { database, secrets: of } });
  const ownKeys = (of: Secrets) =>
    command('keys:own', [], {
      ...environmentOf(of),
      DATABASE_URL: database.url,
      DATA_DIR: original.dataDir,
    });

  it('starts once its database was given to it, and opens the same data', async () => {
    const browser = original.browser();
    const id = await create(browser);
    await original.backend.stop();
    await copyDatabase(original.database.url, database.url);
    await database.pool.query('DELETE FROM live_backends');
    await expect(start(secrets)).rejects.toThrow('is not the value with which this database was written');
    expect(await ownKeys(original.secrets)).toMatchObject({
      code: 1,
      output: expect.stringContaining('secrets:make'),
    });
    expect(await ownKeys(secrets)).toMatchObject({ code: 0 });
    await expect(start(original.secrets)).rejects.toThrow('is not the value');
    copy = await start(secrets);
    const again = Object.assign(copy.browser(), { jar: browser.jar });
    expect(await read(again, id)).toMatchObject({ id, status: 'draft' });
  });
});
