import { believed } from '../../eventsourcing/trust/testing/believed.js';
import type { Pool } from 'pg';
import { ProjectionWriter } from '../../eventsourcing/projections/projection-writer.js';
import type { Projection } from '../../eventsourcing/projections/projection.js';
import { rebuildProjection } from '../../eventsourcing/projections/rebuild.js';
import { claimCheckpoint } from '../../eventsourcing/subscriptions/checkpoints.js';
import { NDA_STREAM_PREFIX, ndaStream } from '../../nda/nda.events.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { personal } from '../../nda/testing/samples.js';
import { newId } from '../../platform/crypto/ids.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../../testing/backend/test-infrastructure.js';
import { testSecrets } from '../../../testing/backend/test-backend.js';
import { SearchKeys } from '../../vault/search/search-keys.js';
import { onShelf, ROWS_PER_SHELF } from '../../vault/search/shelves.js';
import { FindNdas, type SearchOfNdas } from './find-ndas.js';
import { NDA_SEARCH, ndaSearchProjection } from './nda-search.projection.js';
import { onlyInAll } from '../../platform/testing/only-in-all.js';

const { SignAsParty1: signed, CorrectParty1Address: corrected } = oneOfEachCommand;
const { indexKey } = testSecrets();

let bench: TestInfrastructure;
let pool: Pool;
beforeEach(async () => {
  bench = await openTestInfrastructure();
  ({ pool } = bench.infrastructure);
});
afterEach(() => bench.stop());

const keysOf = (version: number): SearchKeys => new SearchKeys(indexKey, version);
const projection = (version = 1): Projection =>
  ndaSearchProjection({ ...bench.infrastructure, keys: keysOf(version) }) as unknown as Projection;
const rebuild = (version = 1) =>
  rebuildProjection({ ...bench.infrastructure, projection: projection(version) });
const hits = (search: string, query: Partial<SearchOfNdas> = {}, version = 1) =>
  new FindNdas({ pool, keys: keysOf(version) }).hits({
    search,
    status: undefined,
    oldestFirst: false,
    offset: 0,
    limit: 20,
    ...query,
  });
const found = async (...query: Parameters<typeof hits>): Promise<readonly string[]> =>
  (await hits(...query)).ids;
const rows = async (): Promise<object[]> =>
  (await pool.query<{ number: string }>('SELECT * FROM nda_search ORDER BY id')).rows.map((row) => ({
    ...row,
    number: undefined,
  }));
const entries = async (): Promise<string[]> =>
  (await pool.query<{ entry: string }>('SELECT unnest(idea_title) AS entry FROM nda_search')).rows.map(
    ({ entry }) => entry,
  );

describe('the index over NDAs', () => {
  it('contains no readable text, and neither replaced drafts nor erased NDAs', async () => {
    const kept = await bench.nda(signed);
    await bench.nda(oneOfEachCommand.DiscardNda);
    await bench.nda(signed, { type: 'EraseNda', reason: 'admin' });
    const destroyed = await bench.nda();
    await bench.infrastructure.vault.destroyKey(ndaStream(destroyed));
    await rebuild();
    expect((await rows()).map((row) => 'id' in row && row.id)).toEqual([kept, destroyed]);
    const text = JSON.stringify(await rows()).toLowerCase();
    for (const part of Object.values(personal).filter((value) => typeof value === 'string'))
      expect(text).not.toContain(part.slice(0, 5).toLowerCase());
    expect(await found(personal.ideaTitle)).toEqual([kept]);
    expect(await found(personal.party1Email, { status: 'party1_signed' })).toEqual([kept]);
    expect(await found(personal.party1Email, { status: 'draft' })).toEqual([]);
  });

  it('is the same if events arrive a second time, and if they are folded one by one', async () => {
    const one = await bench.nda(signed, corrected);
    await bench.nda();
    await rebuild();
    const rebuilt = await rows();
    const writer = new ProjectionWriter(pool, projection());
    const { store, journal } = bench.infrastructure;
    const recorded = (await store.readStream(ndaStream(one))).map((event) =>
      journal.decode<never>(believed(event)),
    );
    expect(await writer.fold(recorded)).toEqual(new Map());
    writer.forget();
    await pool.query('DELETE FROM nda_search');
    await pool.query('DELETE FROM checkpoints');
    await claimCheckpoint(pool, { name: NDA_SEARCH, version: 10_001, storeId: 's', epoch: 3 });
    let from: string | undefined;
    for await (const { events, position } of store.readAll({
      after: undefined,
      streamPrefixes: [NDA_STREAM_PREFIX],
      batchSize: 1,
    })) {
      const changed = await writer.fold(events.map((event) => journal.decode<never>(believed(event))));
      const fence = { name: NDA_SEARCH, from: from as never, to: position, epoch: 3 };
      expect(await writer.commit(changed, fence)).toBe(true);
      from = position;
    }
    expect(await rows()).toEqual(rebuilt);
    expect(await found('al@example.org')).toEqual([one]);
    expect(await found(personal.party1Email)).toEqual([expect.not.stringMatching(one)]);
  });

  it('is rebuilt with another key, can be searched meanwhile, and afterwards only with that key', async () => {
    const before = await bench.nda();
    await rebuild(1);
    const [entry = ''] = await entries();
    // While a newer version of the key is being introduced, the old table is still in use, but its new rows
    // are already made with the newer key.
    const meanwhile = await bench.nda();
    const writer = new ProjectionWriter(pool, projection(2));
    const { store, journal } = bench.infrastructure;
    const [created] = await store.readStream(ndaStream(meanwhile));
    const changed = await writer.fold([journal.decode<never>(created as never)]);
    const { rows: places } = await pool.query('SELECT position, epoch FROM checkpoints WHERE name = $1', [
      NDA_SEARCH,
    ]);
    const { position, epoch } = places[0];
    expect(
      await writer.commit(changed, { name: NDA_SEARCH, from: position, to: position, epoch: Number(epoch) }),
    ).toBe(true);
    expect(await found(personal.ideaTitle, {}, 2)).toEqual([meanwhile, before]);
    await rebuild(2);
    for (const version of [1, 2])
      expect(await found(personal.ideaTitle, {}, version)).toEqual([meanwhile, before]);
    expect(entry).toMatch(/^\d+$/);
    expect(await entries()).not.toContain(entry);
    await pool.query('UPDATE checkpoints SET version = 10001 WHERE name = $1', [NDA_SEARCH]);
    expect(await found(personal.ideaTitle, {}, 1)).toEqual([]);
  });

  onlyInAll.it('counts up to a thousand hits over all shelves, newest first or oldest first', async () => {
    const names = (number: number): readonly number[] =>
      onShelf(number, keysOf(1).entriesOf('nda.ideaTitle', 'Viele'));
    const ids = Array.from({ length: 1200 }, () => newId());
    // With these numbers, no shelf is full, and some shelves are empty.
    const numbers = ids.map((_, at) => Math.floor(at / 300) * 2 * ROWS_PER_SHELF + at);
    const made = ids.map((id, at) => ({
      id,
      revision: 0,
      created_at: new Date(1.7e12 + at).toISOString(),
      number: numbers[at],
      idea_title: names(numbers[at] ?? 0),
      party1_name: [],
      party2_name: [],
      party1_email: [],
      party2_email: [],
      state: [],
    }));
    await pool.query(
      'INSERT INTO nda_search SELECT * FROM json_populate_recordset(NULL::nda_search, $1::json)',
      [JSON.stringify(made)],
    );
    const newest = ids.toReversed();
    expect(await hits('viele', { limit: 100 })).toEqual({ counted: 1001, ids: newest.slice(0, 100) });
    expect(await found('viele', { offset: 250, limit: 100 })).toEqual(newest.slice(250, 350));
    expect(await found('viele', { offset: 950, limit: 100 })).toEqual(newest.slice(950, 1000));
    expect(await found('viele', { offset: 250, limit: 100, oldestFirst: true })).toEqual(ids.slice(250, 350));
    expect(await hits('viel%')).toEqual({ counted: 0, ids: [] });
  });
});
