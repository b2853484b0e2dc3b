import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { NOTHING } from './stored-row.js';
import { claimCheckpoint } from '../subscriptions/checkpoints.js';
import { NOT_LOADED } from './projection.js';
import { ProjectionWriter } from './projection-writer.js';
import { RecentRows } from './recent-rows.js';
import { added, appendTo, counterJournal, counters, opened } from './testing/counters.js';
import { createInfrastructure, type Infrastructure } from './testing/harness.js';

interface Note {
  readonly lines: number;
  readonly blobs: string;
}

/** A row as the fold has returned it. */
const row = (lines: number, blobs: unknown): Note => ({ lines, blobs: blobs as string });
const stored = (note: Note | undefined, revision: number) => ({
  row: note,
  revision,
  deleted: note === undefined,
});

describe('recent rows', () => {
  const rows = new RecentRows<Note>(['blobs']);
  beforeEach(() => rows.clear());

  it('are unknown at first, and again after they were forgotten', () => {
    expect(rows.get('a', 'light')).toBeUndefined();
    rows.set('a', NOTHING);
    expect(rows.get('a', 'whole')).toEqual(NOTHING);
    rows.clear();
    expect(rows.get('a', 'whole')).toBeUndefined();
  });

  it('are returned without their bulky columns if those are not requested', () => {
    rows.set('a', stored(row(1, 'bulk'), 0));
    expect(rows.get('a', 'light')).toEqual(stored(row(1, NOT_LOADED), 0));
    expect(rows.get('a', 'whole')).toEqual(stored(row(1, 'bulk'), 0));
  });

  it('keep the bulky columns that a change left in the table', () => {
    rows.set('a', stored(row(1, 'bulk'), 0));
    rows.set('a', stored(row(2, NOT_LOADED), 1));
    expect(rows.get('a', 'whole')).toEqual(stored(row(2, 'bulk'), 1));
  });

  it('are not returned whole if the bulky columns were never read', () => {
    rows.set('a', stored(row(2, NOT_LOADED), 1));
    expect(rows.get('a', 'whole')).toBeUndefined();
    expect(rows.get('a', 'light')).toEqual(stored(row(2, NOT_LOADED), 1));
  });

  it('do not keep a deleted row, but remember that it was deleted', () => {
    rows.set('a', stored(row(1, 'bulk'), 0));
    rows.set('a', stored(undefined, 1));
    expect(rows.get('a', 'whole')).toEqual(stored(undefined, 1));
  });

  it('are limited in number', () => {
    for (let n = 0; n < 2_000; n += 1) rows.set(String(n), NOTHING);
    const known = Array.from({ length: 2_000 }, (_, n) => rows.get(String(n), 'light')).filter(Boolean);
    expect(known.length).toBe(500);
  });
});

describe('a writer that remembers rows', () => {
  let infrastructure: Infrastructure;
  let reads = 0;

  beforeEach(async () => {
    infrastructure = await createInfrastructure();
    reads = 0;
    await claimCheckpoint(infrastructure.pool, { name: 'counters', version: 1, storeId: 's', epoch: 1 });
  });
  afterEach(() => infrastructure.drop());

  const isRead = (asked: unknown): boolean => {
    const text = typeof asked === 'string' ? asked : (asked as { text: string }).text;
    return text.startsWith('SELECT');
  };

  const counting = (): Pool =>
    new Proxy(infrastructure.pool, {
      get: (pool, name) =>
        name !== 'query'
          ? Reflect.get(pool, name)
          : (...asked: Parameters<Pool['query']>) => {
              if (isRead(asked[0])) reads += 1;
              return pool.query(...asked);
            },
    });

  /** Returns a writer, and a function that lets it apply one counter's next event. */
  const given = async () => {
    const writer = new ProjectionWriter(counting(), counters());
    const id = randomUUID();
    let revision = -1;
    let from: string | undefined;
    const take = async (event: ReturnType<typeof added>, epoch = 1): Promise<boolean> => {
      const { position } = await appendTo(infrastructure.store, id, revision, event);
      const events = await infrastructure.store.readStream(`counter-${id}`, { from: ++revision });
      const folded = await writer.fold(events.map((one) => counterJournal.decode<never>(one)));
      const isCommitted = await writer.commit(folded, {
        name: 'counters',
        from: from as never,
        to: position,
        epoch,
      });
      if (isCommitted) from = position;
      return isCommitted;
    };
    const total = async (): Promise<unknown> =>
      (await infrastructure.pool.query('SELECT total_amount FROM counters WHERE id = $1', [id])).rows[0]
        ?.total_amount;
    return { writer, id, take, total };
  };

  it('does not read the same row twice', async () => {
    const { take, total } = await given();
    await take(opened('one'));
    const first = reads;
    expect(first).toBeGreaterThan(0);
    for (let n = 0; n < 5; n += 1) expect(await take(added(2))).toBe(true);
    expect(reads).toBe(first);
    expect(await total()).toBe(10);
  });

  it('reads rows again that others may have written: in a new term, and after a failed commit', async () => {
    const { writer, id, take, total } = await given();
    await take(opened('one'));
    const otherWrites = (amount: number): Promise<unknown> =>
      infrastructure.pool.query('UPDATE counters SET total_amount = $2 WHERE id = $1', [id, amount]);
    await otherWrites(100);
    writer.forget();
    await take(added(1));
    expect(await total()).toBe(101);
    expect(await take(added(1), 0)).toBe(false);
    await otherWrites(200);
    await take(added(1));
    expect(await total()).toBe(201);
    await infrastructure.pool.query('ALTER TABLE counters ADD CONSTRAINT low CHECK (total_amount < 300)');
    await expect(take(added(100))).rejects.toMatchObject({ code: '23514' });
    await otherWrites(0);
    await take(added(1));
    expect(await total()).toBe(1);
  });
});
