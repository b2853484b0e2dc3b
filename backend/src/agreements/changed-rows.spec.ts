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

const { SignAsParty1, SignAsParty2, RequestPayment } = oneOfEachCommand;

describe('a row that a fold goes on from (rule:rows-fold-on)', () => {
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

  /** A backend that leads from here on: it remembers no row. */
  async function takeOver(): Promise<void> {
    const { pool, store, journal, keyedHash } = bench.infrastructure;
    const projection = agreementsProjection({ keyedHash, tampering });
    epoch += 1;
    const { name, version } = projection;
    await claimCheckpoint(pool, { name, version, storeId: 's', epoch });
    writer = new ProjectionWriter(pool, projection, { history: historyIn<NdaEvent>({ store, journal }) });
  }

  const eventsOf = async (id: string, from = 0): Promise<readonly Recorded<NdaEvent>[]> => {
    const { store, journal } = bench.infrastructure;
    const stored = await store.readStream(ndaStream(id), { from });
    return stored.map((event) => journal.decode<NdaEvent>(event));
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
  /** An NDA whose row has all but what comes next. */
  async function signedOnce(): Promise<string> {
    const id = await bench.nda(SignAsParty1);
    await fold(await eventsOf(id));
    return id;
  }
  /** The row that its whole history makes. */
  async function made(id: string): Promise<AgreementRow | undefined> {
    const changed = await writer.fold(await eventsOf(id));
    return changed.get(id)?.row;
  }

  it.each([
    ['an event with a sealed part', SignAsParty2],
    ['one without', RequestPayment],
  ])('is gone on from where it is as a fold left it, also by another backend, with %s', async (_, next) => {
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
    ['one member of its state left out', `state = state - 'moneyBack'`],
    ['a column', `creator_key_hashes = creator_key_hashes || '["stolen"]'`],
    ['a time', `last_party_act_at = last_party_act_at - interval '1 year'`],
    ['a time to an infinite one', `last_at = '-infinity'`],
    ['its hash', `hash = repeat('0', 64)`],
    ['its MAC', `mac = repeat('0', 64)`],
    ['revision', 'revision = 0'],
    ['revision to one far ahead', 'revision = 1000'],
    ['state, and took the MAC away', `state = state - 'moneyBack', mac = ''`],
  ])('is made anew from its stream where somebody changed %s, which is reported', async (_, set) => {
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
    ['nothing', `sealed = '{}'`],
    ['a part of it', `sealed = sealed - 'party1Signed'`],
    [
      'what another sealed',
      `sealed = other.sealed FROM ndas other WHERE other.id <> ndas.id AND ndas.id = $1 --`,
    ],
  ])(
    'is made anew by the next event that seals something, where it holds %s of what was sealed',
    async (_, set) => {
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
    },
  );

  it.each([
    ['a column', `token_hashes = '["ab"]'`, 1],
    ['the state', `state = jsonb_set(state, '{revision}', '7')`, 1],
    ['the revision', 'revision = 0', 1],
    ['the revision to one far ahead', 'revision = 1000', 1],
    ['the time of the next look, which is outside of it', `due_at = '2030-01-01T00:00:00Z'`, 0],
    ['that time to an infinite one', `due_at = 'infinity'`, 0],
  ])('is read again where somebody changed %s since a backend remembers it', async (_, set, reports) => {
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

  it('is written again where somebody removed it since a backend remembers it', async () => {
    const id = await signedOnce();
    await bench.infrastructure.pool.query('DELETE FROM ndas WHERE id = $1', [id]);
    await bench.run(id, RequestPayment);
    const news = await eventsOf(id, 2);
    await expect(fold(news)).rejects.toThrow(RowsChanged);
    await fold(news);
    expect(await rowOf(id)).toMatchObject({ revision: 2, state: { revision: 2 } });
  });

  it('is not read again where nobody else wrote it', async () => {
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
    ['beside others of the batch', true],
  ])('is not believed after events that came again, %s', async (_, isBeside) => {
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

  it('is made anew, and not reported, where a fold of a newer version led for a while', async () => {
    const id = await signedOnce();
    await bench.run(id, RequestPayment);
    const { backgroundPool, store, journal, keyedHash } = bench.infrastructure;
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
    const history = historyIn<NdaEvent>({ store, journal });
    const before = writer;
    // Another backend, whose statements of the same names are others.
    writer = new ProjectionWriter(backgroundPool, { ...newer, fold: withoutColumn }, { history });
    await fold(await eventsOf(id, 2));
    writer = before;
    writer.forget();
    await bench.run(id, SignAsParty2);
    await fold(await eventsOf(id, 3));
    expect(tampering.all).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ revision: 4, state: { revision: 4 } });
  });

  it('is made anew where it is gone, where it lags, and where an older version left it', async () => {
    const [gone, lagging, older] = [await signedOnce(), await signedOnce(), await signedOnce()];
    await bench.infrastructure.pool.query('DELETE FROM ndas WHERE id = $1', [gone]);
    // As the migration leaves it.
    await change(older, `state = '{}', hash = '', mac = '', last_at = now()`);
    for (const id of [gone, older]) await bench.run(id, RequestPayment);
    await bench.run(lagging, RequestPayment);
    await bench.run(lagging, SignAsParty2);
    await takeOver();
    writer.forget(agreementsProjection({ keyedHash: bench.infrastructure.keyedHash, tampering }).version - 1);
    // Of the lagging one an event is passed over, as after a checkpoint that was moved by hand.
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

  it('of 5,000 events is made anew a part at a time', async () => {
    const id = await bench.nda(SignAsParty1);
    const { journal, store } = bench.infrastructure;
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
    for await (const part of historyIn<NdaEvent>({ store, journal })(ndaStream(id), 5_001))
      sizes.push(part.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(5_002);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  });

  it('is not touched by events that come again, nor by the time that the clock set on', async () => {
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
