import { believed } from '../eventsourcing/trust/testing/believed.js';
import { historyIn } from '../eventsourcing/projections/row-verifier.js';
import { ProjectionWriter } from '../eventsourcing/projections/projection-writer.js';
import { RowsChanged } from '../eventsourcing/projections/rows-changed.js';
import { claimCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { agreementsProjection } from './agreement.projection.js';
import type { AgreementRow } from './agreement-row.js';
import { onlyInAll } from '../platform/testing/only-in-all.js';

const { SignAsParty1, SignAsParty2, RequestPayment } = oneOfEachCommand;

describe('the row from which a fold continues (rule:rows-fold-on)', () => {
  let bench: TestInfrastructure;
  const tampering = new RecordedTampering();
  let writer: ProjectionWriter<AgreementRow, NdaEvent>;
  let position: string | undefined;
  let epoch = 0;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    tampering.all.length = 0;
    await takeOver();
  });

  /** Makes a new backend the leader of the projection. The new leader has no rows in memory. */
  async function takeOver(): Promise<void> {
    const { pool, log, journal, keyedHash } = bench.infrastructure;
    const projection = agreementsProjection({ keyedHash, tampering });
    epoch += 1;
    const { name, version } = projection;
    await claimCheckpoint(pool, { name, version, storeId: 's', epoch });
    writer = new ProjectionWriter(pool, projection, { history: historyIn<NdaEvent>({ log, journal }) });
  }

  const eventsOf = async (id: string, from = 0): Promise<readonly Recorded<NdaEvent>[]> => {
    const { store, journal } = bench.infrastructure;
    const stored = await store.readStream(ndaStream(id), { from });
    return stored.map((event) => journal.decode<NdaEvent>(believed(event)));
  };
  async function fold(events: readonly Recorded<NdaEvent>[]): Promise<void> {
    const to = `p${Number(position?.slice(1) ?? 0) + 1}`;
    const changed = await writer.fold(events);
    const fence = { name: 'ndas', from: position as never, to: to as never, epoch };
    expect(await writer.commit(changed, fence)).toBe(true);
    position = to;
  }
  const rowOf = async (id: string) => (await writer.load([id])).get(id)?.row;
  const change = (id: string, set: string) =>
    bench.infrastructure.pool.query(`UPDATE ndas SET ${set} WHERE id = $1`, [id]);
  /**
   * Creates an NDA whose row is up to date. Commands that a test runs afterwards change only the stream, not
   * the row.
   */
  async function signedOnce(): Promise<string> {
    const id = await bench.nda(SignAsParty1);
    await fold(await eventsOf(id));
    return id;
  }
  /** Returns the row folded from the whole history. */
  async function made(id: string): Promise<AgreementRow | undefined> {
    const changed = await writer.fold(await eventsOf(id));
    return changed.get(id)?.row;
  }

  it.each([
    ['an event with a sealed part', SignAsParty2],
    ['an event without one', RequestPayment],
  ])('is used for %s if a fold wrote it, even on another backend', async (_, next) => {
    const id = await signedOnce();
    await takeOver();
    const { pool } = bench.infrastructure;
    await bench.run(id, next);
    const read = jest.spyOn(bench.infrastructure.store, 'readStream');
    const news = await eventsOf(id, 2);
    read.mockClear();
    await fold(news);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    const before = await rowOf(id);
    await pool.query('DELETE FROM ndas WHERE id = $1', [id]);
    await takeOver();
    expect(before).toEqual(await made(id));
    expect(tampering.all).toEqual([]);
  });

  it.each([
    ['state', `state = jsonb_set(state, '{payments,1,covered}', '39800')`],
    ['state by leaving out one member', `state = state - 'moneyBack'`],
    ['a column', `creator_key_hashes = creator_key_hashes || '["stolen"]'`],
    ['a time', `last_party_act_at = last_party_act_at - interval '1 year'`],
    ['a time to infinity', `last_at = '-infinity'`],
    ['the hash', `hash = repeat('0', 64)`],
    ['the MAC', `mac = repeat('0', 64)`],
    ['revision', 'revision = 0'],
    ['revision to a number far ahead', 'revision = 1000'],
    ['state, and removed the MAC', `state = state - 'moneyBack', mac = ''`],
  ])('is rebuilt from its stream and reported if somebody changed %s', async (_, set) => {
    const id = await signedOnce();
    await change(id, set);
    await takeOver();
    await bench.run(id, RequestPayment);
    await fold(await eventsOf(id, 2));
    const row = await rowOf(id);
    expect(tampering.all).toEqual([{ kind: 'row', subject: { table: 'ndas', id } }]);
    await bench.infrastructure.pool.query('DELETE FROM ndas WHERE id = $1', [id]);
    await takeOver();
    expect(row).toEqual(await made(id));
  });

  it.each([
    ['gone', `sealed = '{}'`],
    ['incomplete', `sealed = sealed - 'party1Signed'`],
    [
      "another agreement's",
      `sealed = other.sealed FROM ndas other WHERE other.id <> ndas.id AND ndas.id = $1 --`,
    ],
  ])('is rebuilt by the next event with a sealed part if its sealed parts are %s', async (_, set) => {
    await signedOnce();
    const id = await signedOnce();
    await change(id, set);
    await takeOver();
    await bench.run(id, RequestPayment);
    await fold(await eventsOf(id, 2));
    expect(tampering.all).toEqual([]);
    await takeOver();
    await bench.run(id, SignAsParty2);
    await fold(await eventsOf(id, 3));
    const row = await rowOf(id);
    expect(tampering.all).toEqual([{ kind: 'row', subject: { table: 'ndas', id } }]);
    await bench.infrastructure.pool.query('DELETE FROM ndas WHERE id = $1', [id]);
    await takeOver();
    expect(row).toEqual(await made(id));
  });

  it.each([
    ['a column', `token_hashes = '["ab"]'`, 1],
    ['the state', `state = jsonb_set(state, '{revision}', '7')`, 1],
    ['the revision', 'revision = 0', 1],
    ['the revision to a number far ahead', 'revision = 1000', 1],
    ['the time of the next check, which the MAC does not cover', `due_at = '2030-01-01T00:00:00Z'`, 0],
    ['that time to infinity', `due_at = 'infinity'`, 0],
  ])('is read again if somebody changed %s after a backend read it', async (_, set, reports) => {
    const id = await signedOnce();
    await change(id, set);
    await bench.run(id, RequestPayment);
    const news = await eventsOf(id, 2);
    await expect(fold(news)).rejects.toThrow(RowsChanged);
    await fold(news);
    const row = await rowOf(id);
    expect(tampering.all).toHaveLength(reports);
    await bench.infrastructure.pool.query('DELETE FROM ndas WHERE id = $1', [id]);
    await takeOver();
    expect(row).toEqual(await made(id));
  });

  it('is written again if somebody deleted it after a backend read it', async () => {
    const id = await signedOnce();
    await bench.infrastructure.pool.query('DELETE FROM ndas WHERE id = $1', [id]);
    await bench.run(id, RequestPayment);
    const news = await eventsOf(id, 2);
    await expect(fold(news)).rejects.toThrow(RowsChanged);
    await fold(news);
    expect(await rowOf(id)).toMatchObject({ revision: 2, state: { revision: 2 } });
  });

  it('is not read again if only this backend wrote it', async () => {
    const id = await signedOnce();
    const load = jest.spyOn(writer, 'load');
    for (const [n, command] of [RequestPayment, SignAsParty2].entries()) {
      await bench.run(id, command);
      await fold(await eventsOf(id, 2 + n));
    }
    expect(load.mock.calls.flatMap(([ids]) => ids)).toEqual([]);
  });

  it.each([
    ['alone', false],
    ['together with other rows in a batch', true],
  ])('is not trusted after events arrived a second time, %s', async (_, isBeside) => {
    const [id, other] = [await signedOnce(), await signedOnce()];
    await change(id, `state = jsonb_set(state, '{payments,1,covered}', '39800')`);
    await takeOver();
    await bench.run(other, RequestPayment);
    await fold([...(await eventsOf(id)), ...(isBeside ? await eventsOf(other) : [])]);
    await bench.run(id, RequestPayment);
    await fold(await eventsOf(id, 2));
    expect((await rowOf(id))?.state.payments[1].covered).toBe(0);
    expect(tampering.all).toEqual([{ kind: 'row', subject: { table: 'ndas', id } }]);
  });

  it('is rebuilt but not reported if a newer version led for a while', async () => {
    const id = await signedOnce();
    await bench.run(id, RequestPayment);
    const { backgroundPool, log, journal, keyedHash } = bench.infrastructure;
    const own = agreementsProjection({ keyedHash, tampering });
    const newer = {
      ...own,
      version: own.version + 1,
      columns: own.columns.filter((name) => name !== 'replaces'),
    };
    const withoutColumn: typeof own.fold = (row, event) => {
      const folded = own.fold(row, event);
      if (typeof folded !== 'object') return folded;
      const { replaces: _, ...rest } = folded;
      return rest as AgreementRow;
    };
    const history = historyIn<NdaEvent>({ log, journal });
    const before = writer;
    // This writer gets another pool, as if it were in another backend. On one pool, the two versions would
    // have prepared statements with the same names but different texts.
    writer = new ProjectionWriter(backgroundPool, { ...newer, fold: withoutColumn }, { history });
    await fold(await eventsOf(id, 2));
    writer = before;
    writer.forget();
    await bench.run(id, SignAsParty2);
    await fold(await eventsOf(id, 3));
    expect(tampering.all).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ revision: 4, state: { revision: 4 } });
  });

  it('is rebuilt if it is missing, if it lags, or if an older version left it', async () => {
    const [gone, lagging, older] = [await signedOnce(), await signedOnce(), await signedOnce()];
    await bench.infrastructure.pool.query('DELETE FROM ndas WHERE id = $1', [gone]);
    // After the migration, a row of the previous version has these values.
    await change(older, `state = '{}', hash = '', mac = '', last_at = now()`);
    for (const id of [gone, older]) await bench.run(id, RequestPayment);
    await bench.run(lagging, RequestPayment);
    await bench.run(lagging, SignAsParty2);
    await takeOver();
    writer.forget(agreementsProjection({ keyedHash: bench.infrastructure.keyedHash, tampering }).version - 1);
    // The lagging row lacks one event, as if somebody had moved a checkpoint by hand.
    await fold([
      ...(await eventsOf(gone, 2)),
      ...(await eventsOf(older, 2)),
      ...(await eventsOf(lagging, 3)),
    ]);
    for (const id of [gone, lagging, older]) {
      const row = await rowOf(id);
      await bench.infrastructure.pool.query('DELETE FROM ndas WHERE id = $1', [id]);
      await takeOver();
      expect(row).toEqual(await made(id));
    }
    expect(tampering.all).toEqual([]);
  });

  it('is not reported while backends of an older version may write to the table', async () => {
    const id = await signedOnce();
    await change(id, 'revision = 2');
    writer.forget(agreementsProjection({ keyedHash: bench.infrastructure.keyedHash, tampering }).version - 1);
    await bench.run(id, RequestPayment);
    await bench.run(id, SignAsParty2);
    await fold(await eventsOf(id, 3));
    expect(tampering.all).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ revision: 4, state: { revision: 4 } });
  });

  onlyInAll.it('of 5,000 events is rebuilt in chunks', async () => {
    const id = await bench.nda(SignAsParty1);
    const { journal, log } = bench.infrastructure;
    const delivered = (n: number): NdaEvent => ({
      type: 'MailDelivered',
      open: { kind: 'document', party: 1, messageId: `document-${n}` },
    });
    for (let from = 0; from < 5_000; from += 1_000) {
      const { head } = await journal.load<NdaEvent>(ndaStream(id));
      const events = Array.from({ length: 1_000 }, (_, n) => delivered(from + n));
      await journal.append<NdaEvent>(
        head,
        events,
        contextAt(bench.clock.now().toISOString(), { commandId: newId() }),
      );
    }
    await bench.run(id, RequestPayment);
    const [last] = await eventsOf(id, 5_002);
    await fold([last as Recorded<NdaEvent>]);
    expect(await rowOf(id)).toMatchObject({ revision: 5_002, state: { revision: 5_002 } });
    const sizes: number[] = [];
    for await (const part of historyIn<NdaEvent>({ log, journal })(ndaStream(id), 5_001))
      sizes.push(part.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(5_002);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  });

  it('is not reported after repeated events or after the clock moved a time in it', async () => {
    const id = await signedOnce();
    await change(id, `due_at = '2030-01-01T00:00:00Z'`);
    await takeOver();
    await fold(await eventsOf(id));
    await bench.run(id, RequestPayment);
    await fold(await eventsOf(id, 1));
    expect(tampering.all).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ revision: 2, dueAt: null });
  });
});
