import { silentLogger } from '../platform/logging/logger.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';
import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { TamperedWarning } from './tampered-warning.js';

describe('the warning about tampered streams', () => {
  let database: TestDatabase;
  let warning: TamperedWarning;
  beforeEach(async () => {
    database = await createServiceDatabase();
    warning = new TamperedWarning(database.pool, silentLogger);
  });
  afterEach(() => database.drop());

  const asked = async (): Promise<string | undefined> => {
    warning.get();
    await warning.settled();
    const text = warning.get();
    // That call began another query. If it ran on, the next change could come before its answer or after it.
    await warning.settled();
    return text;
  };
  const broken = (stream: string) =>
    database.pool.query(
      "INSERT INTO tampered_streams (stream, revision, kind, detail, since) VALUES ($1, 0, 'mac', '', now())",
      [stream],
    );

  it('counts the streams, ends with the last of them, and names the page that leads to the repair', async () => {
    expect(await asked()).toBeUndefined();
    await broken('nda-1');
    expect(await asked()).toMatch(/^Events of 1 stream, .*repairing-a-stream\.md/);
    await broken('nda-2');
    expect(await asked()).toContain('Events of 2 streams, ');
    await database.pool.query('DELETE FROM tampered_streams');
    expect(await asked()).toBeUndefined();
  });

  it('is about the tree if only the tree is broken', async () => {
    await broken('');
    expect(await asked()).toContain('The tree over the log');
  });

  it('stays if the database cannot be asked', async () => {
    await broken('nda-1');
    const before = await asked();
    await database.pool.query('ALTER TABLE tampered_streams RENAME TO away');
    expect(await asked()).toBe(before);
  });
});
