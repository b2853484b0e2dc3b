import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { Projections1763700300002 } from './migrations/1763700300002-projections.js';
import { DoneTombstones1795000001700 } from './migrations/1795000001700-done-tombstones.js';
import { claimCheckpoint } from '../subscriptions/checkpoints.js';
import { ProjectionWriter } from './projection-writer.js';
import type { Projection } from './projection.js';

interface Thing {
  readonly id: string;
  readonly party1PaidAt: string | null;
  readonly big: number;
  readonly day: string;
  readonly raw: Uint8Array;
  readonly tags: readonly string[];
  readonly nested: unknown;
  readonly text: string;
  readonly flag: boolean | undefined;
}

const things: Projection<Thing> = {
  name: 'things',
  version: 1,
  table: 'things',
  columns: ['id', 'party1PaidAt', 'big', 'day', 'raw', 'tags', 'nested', 'text', 'flag'],
  streamPrefix: 'thing-',
  id: () => '',
  fold: () => undefined,
};

describe('rows', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeEach(async () => {
    database = await createTestDatabase({
      migrations: [Projections1763700300002, DoneTombstones1795000001700],
    });
    pool = database.pool;
    await pool.query(`CREATE TABLE things (id uuid PRIMARY KEY, revision integer NOT NULL, party1_paid_at timestamp with time zone, big bigint,
      day date, raw bytea, tags text[], nested jsonb, text text, flag boolean)`);
    await claimCheckpoint(pool, { name: 'things', version: 1, storeId: 's', epoch: 1 });
  });

  afterEach(() => database.drop());

  const storedAndLoaded = async (row: Thing): Promise<Thing | undefined> => {
    const writer = new ProjectionWriter(pool, things);
    const to = 'p1' as never;
    expect(
      await writer.commit(new Map([[row.id, { row, revision: 4, deleted: false }]]), {
        name: 'things',
        from: undefined,
        to,
        epoch: 1,
      }),
    ).toBe(true);
    const stored = (await writer.load([row.id])).get(row.id);
    expect(stored?.revision).toBe(4);
    return stored?.row;
  };

  const thing: Thing = {
    id: randomUUID(),
    party1PaidAt: '2026-03-01T12:00:00.123Z',
    big: 9_007_199_254_740_991,
    day: '2026-03-01',
    raw: new Uint8Array([0, 255, 1]),
    tags: ['a,b', '"c"'],
    nested: { sealed: { bytes: new Uint8Array([1, 2, 3]), n: null }, list: [1, 'x', { y: true }] },
    text: 'Łódź "quoted" \\u0000 \\x',
    flag: undefined,
  };

  it('are loaded as the fold returned them', async () => {
    const loaded = await storedAndLoaded(thing);
    expect({ ...loaded, raw: new Uint8Array(loaded?.raw ?? []) }).toEqual({ ...thing, flag: null });
  });

  it('survive characters that PostgreSQL cannot store', async () => {
    const loaded = await storedAndLoaded({ ...thing, text: 'a\0b\ud800c😀', nested: { text: '\0' } });
    expect(loaded).toMatchObject({ text: 'a\uFFFDb\uFFFDc😀', nested: { text: '\uFFFD' } });
  });
});
