import { randomUUID } from 'node:crypto';
import { recorded } from '../journal/testing/recorded.js';
import type { NewEvent, Recorded } from '../journal/event.js';
import { BufferCount } from '../../platform/postgres/testing/count-buffers.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { claimCheckpoint } from '../subscriptions/checkpoints.js';
import { Projections1763700300002 } from './migrations/1763700300002-projections.js';
import { DoneTombstones1795000001700 } from './migrations/1795000001700-done-tombstones.js';
import { DELETED, NOT_LOADED, type Projection } from './projection.js';
import { ProjectionWriter } from './projection-writer.js';
import type { Notification } from './row-statements.js';

interface Note {
  readonly id: string;
  readonly lines: number;
  readonly blobs: Readonly<Record<string, string>>;
}

/** Values of the bulky column that the fold received, one for each event, in order. */
let found: unknown[] = [];

const notes: Projection<Note> = {
  name: 'notes',
  version: 1,
  table: 'notes',
  columns: ['id', 'lines', 'blobs'],
  bulky: ['blobs'],
  streamPrefix: 'note-',
  id: (event) => event.stream,
  fold: (row, event) => {
    found.push(row?.blobs);
    if (event.type === 'Removed') return DELETED;
    const { id = event.stream, lines = 0, blobs = {} } = row ?? {};
    const added =
      event.sealed === undefined && event.type !== 'Wrong'
        ? blobs
        : { ...blobs, [event.type]: 'x'.repeat(20_000) };
    return { id, lines: lines + 1, blobs: added };
  },
};

describe('bulky columns', () => {
  let database: TestDatabase;
  let writer: ProjectionWriter<Note, NewEvent>;
  let position: string | undefined;
  let id: string;

  beforeEach(async () => {
    database = await createTestDatabase({
      migrations: [Projections1763700300002, DoneTombstones1795000001700],
    });
    await database.pool.query(
      'CREATE TABLE notes (id uuid PRIMARY KEY, revision integer NOT NULL, lines integer NOT NULL, blobs jsonb NOT NULL)',
    );
    await claimCheckpoint(database.pool, { name: 'notes', version: 1, storeId: 's', epoch: 1 });
    writer = new ProjectionWriter(database.pool, notes);
    position = undefined;
    found = [];
    id = randomUUID();
  });
  afterEach(() => database.drop());

  const event = (type: string, revision: number, how: 'sealed' | 'open', stream = id): Recorded => {
    const plain = recorded({ type, open: {} }, { stream, revision, at: '2026-11-21T10:00:00.000Z' });
    return how === 'open'
      ? plain
      : { ...plain, sealed: { stream, revision, eventId: '', type, keyId: '', bytes: new Uint8Array() } };
  };
  const take = (...events: Recorded[]): Promise<boolean> => commit(events);
  const commit = async (events: readonly Recorded[], notification?: Notification): Promise<boolean> => {
    const to = `p${Number(position?.slice(1) ?? 0) + 1}`;
    const fence = { name: 'notes', from: position as never, to: to as never, epoch: 1 };
    const moved = await writer.commit(await writer.fold(events), fence, notification);
    position = to;
    return moved;
  };
  const stored = async (of = id) => {
    const { rows } = await database.pool.query<{ revision: number; lines: number; names: string[] }>(
      `SELECT revision, lines, ARRAY(SELECT jsonb_object_keys(blobs) ORDER BY 1) AS names FROM notes WHERE id = $1`,
      [of],
    );
    return rows[0];
  };

  it('stay in the table if an event has no sealed part', async () => {
    expect(await take(event('First', 0, 'sealed'))).toBe(true);
    expect(await take(event('Second', 1, 'open'))).toBe(true);
    expect(found).toEqual([undefined, NOT_LOADED]);
    expect(await stored()).toEqual({ revision: 1, lines: 2, names: ['First'] });
  });

  it('are loaded for an event with a sealed part, even in a batch with other events', async () => {
    await take(event('First', 0, 'sealed'));
    found = [];
    const other = randomUUID();
    await take(event('Second', 1, 'open'), event('Third', 2, 'sealed'), event('Alone', 0, 'open', other));
    expect(found).toEqual([{ First: expect.any(String) }, { First: expect.any(String) }, undefined]);
    expect(await stored()).toEqual({ revision: 2, lines: 3, names: ['First', 'Third'] });
    expect(await stored(other)).toEqual({ revision: 0, lines: 1, names: [] });
    await take(event('Fourth', 3, 'open'), event('More', 1, 'sealed', other));
    expect(await stored()).toEqual({ revision: 3, lines: 4, names: ['First', 'Third'] });
    expect(await stored(other)).toEqual({ revision: 1, lines: 2, names: ['More'] });
  });

  it('are written together with rows of all kinds, with or without a notification, in any order', async () => {
    const message = { channel: 'notes', payload: 'something' };
    for (const notification of [undefined, message, undefined, message]) {
      const [whole, gone] = [randomUUID(), randomUUID()];
      for (const events of [
        [event('First', 0, 'sealed', whole), event('First', 0, 'sealed', gone)],
        [event('Second', 1, 'open', whole)],
        [event('Removed', 1, 'open', gone)],
        [event('First', 0, 'sealed'), event('Third', 2, 'open', whole), event('Removed', 2, 'open', gone)],
      ])
        expect(await commit(events, notification)).toBe(true);
      expect(await stored(whole)).toEqual({ revision: 2, lines: 3, names: ['First'] });
      expect(await stored(gone)).toBeUndefined();
      id = randomUUID();
    }
  });

  it('stay in the table without a scan of other rows', async () => {
    await database.pool.query(
      `INSERT INTO notes SELECT gen_random_uuid(), 0, 1, '{}' FROM generate_series(1, 2000)`,
    );
    await database.pool.query('VACUUM ANALYZE notes');
    await take(event('First', 0, 'sealed'));
    const count = new BufferCount(database.url);
    try {
      writer = new ProjectionWriter(count.pool, notes);
      let revision = 0;
      const { rows } = await count.of(() => take(event('Next', ++revision, 'open')));
      expect(rows).toBeLessThan(20);
      expect(await stored()).toEqual({ revision, lines: revision + 1, names: ['First'] });
    } finally {
      await count.end();
    }
  });

  it('are deleted with their row, and a row with the same id may be created again', async () => {
    await take(event('First', 0, 'sealed'));
    await take(event('Removed', 1, 'open'));
    expect(await stored()).toBeUndefined();
    await take(event('Again', 2, 'open'));
    expect(await stored()).toEqual({ revision: 2, lines: 1, names: [] });
  });

  it('are not written if the fence does not hold', async () => {
    await take(event('First', 0, 'sealed'));
    position = 'p9';
    expect(await take(event('Second', 1, 'open'))).toBe(false);
    expect(await stored()).toMatchObject({ revision: 0, lines: 1 });
  });

  it('are never written if a fold changed them although they were not loaded', async () => {
    await take(event('First', 0, 'sealed'));
    await expect(take(event('Wrong', 1, 'open'))).rejects.toThrow(
      'notes changed blobs by an event without a sealed part',
    );
    expect(await stored()).toEqual({ revision: 0, lines: 1, names: ['First'] });
  });
});
