import { randomUUID } from 'node:crypto';
import { createServiceDatabase } from '../../testing/backend/service-database.js';
import { OpenStores } from '../eventsourcing/event-store/eventstoredb/testing/open-stores.js';
import { createPostgresEventStore } from '../eventsourcing/event-store/postgres/postgres-event-store.js';
import { chained } from '../eventsourcing/journal/testing/chained.js';
import { ndaStream } from '../nda/nda.events.js';
import type { TestDatabase } from '../platform/postgres/testing/test-database.js';
import { copyLog } from './copy-log.js';

describe('the lines of siegel events:copy', () => {
  const stores = new OpenStores();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createServiceDatabase();
  });
  afterAll(async () => {
    await stores.close();
    await database.drop();
  });

  it('do not call the places of read models and reactions checkpoints, as verify:log calls its own', async () => {
    const from = await createPostgresEventStore({ url: database.url });
    const to = await stores.open((await stores.server()).url);
    for (const name of ['ndas', 'reaction:deliver'])
      await database.pool.query(
        `INSERT INTO checkpoints (name, version, store_id, position, epoch, updated_at) VALUES ($1, 1, $2, NULL, 1, now())`,
        [name, await from.storeId()],
      );
    const lines: string[] = [];
    await copyLog({ pool: database.pool, from, to, say: (line) => lines.push(line) });
    await from.close();
    expect(lines.at(-1)).toBe('2 places of read models and reactions in the log now refer to the target.');
    expect(lines.join()).not.toMatch(/checkpoint/i);
  });

  it('copies the events of a stream that was deleted for good, and names the stream', async () => {
    const server = await stores.server();
    const from = await stores.open(server.url);
    const [gone, kept] = [ndaStream(randomUUID()), ndaStream(randomUUID())];
    const event = (stream: string, revision: number) =>
      ({
        stream,
        revision,
        format: 2,
        id: randomUUID(),
        type: 'Noted.v1',
        data: Buffer.from('{"open":{}}'),
      }) as const;
    await from.append(gone, 'no-stream', chained([event(gone, 0), event(gone, 1)]));
    server.log.tombstone(gone);
    await from.append(kept, 'no-stream', chained([event(kept, 0)]));
    const target = await createServiceDatabase();
    const to = await createPostgresEventStore({ url: target.url });
    const lines: string[] = [];
    await copyLog({ pool: target.pool, from, to, say: (line) => lines.push(line) });
    expect([(await to.readStream(gone)).length, (await to.readStream(kept)).length]).toEqual([2, 1]);
    expect(lines).toContainEqual(expect.stringMatching(`^${gone} was deleted for good in the source.`));
    await to.close();
    await target.drop();
  });

  it('copies events from before APPEND_KEY into a database that refuses them otherwise', async () => {
    const from = await stores.open((await stores.server()).url);
    const stream = ndaStream(randomUUID());
    const event = { stream, revision: 0, format: 2, id: randomUUID(), type: 'Noted.v1' } as const;
    const [older] = chained([{ ...event, data: Buffer.from('{"open":{}}') }]);
    await from.append(stream, 'no-stream', older === undefined ? [] : [older]);
    const target = await createServiceDatabase();
    const to = await createPostgresEventStore({ url: target.url, markedOnly: true });
    await copyLog({ pool: target.pool, from, to, say: () => undefined });
    expect(await to.readStream(stream)).toHaveLength(1);
    await to.close();
    await target.drop();
  });
});
