import type { QueryConfig } from 'pg';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { until } from '../platform/testing/until.js';
import { AdoptedLeaves } from './adopted-leaves.js';
import { leafEndOf } from './leaf-ends.js';
import { proofFigures } from './proof-figures.js';
import { proveEvent } from './prove-event.js';
import { proveStream } from './prove-stream.js';
import { TreeWatch } from './tree-watch.js';
import { verifyOneStream } from './verify-nda.js';
import { ndaStream } from '../nda/nda.events.js';

const EVENTS = 5;
const FAR = 2 ** 40;

describe('a row of log_leaves at a place that the tree does not have', () => {
  let met: CheckpointedLog;
  let id: string;
  beforeEach(async () => {
    met = await CheckpointedLog.open();
    for (let n = 1; n < EVENTS; n += 1) id = await met.nda();
    await met.sign();
    id = await met.nda();
    await met.stopCheckpointer();
  });
  afterEach(() => met.stop());

  const sql = (text: string, values: readonly unknown[] = []) => met.pool.query(text, [...values]);
  const insertAt = (place: string) =>
    sql(`INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES ($1, $2, $3, 1)`, [
      place,
      Buffer.alloc(32, 7),
      ndaStream(id),
    ]);
  const hashes = async (): Promise<string[]> =>
    (await met.rows()).flatMap((row) => metadataOf(row)?.hash ?? []);

  it.each([
    ['before its first one', '-1', -1],
    ['far behind its last one', String(FAR), FAR],
    ['at the last number', '9223372036854775807', Number('9223372036854775807')],
  ])('is reported and removed, and hinders nothing, %s', async (_, place, told) => {
    await insertAt(place);
    const other = await met.another();
    const { sealed } = await met.treeParts.tree.seals.read(met.pool);
    const root = sealed?.edge.root().toString('hex') ?? '';
    const adopted = new AdoptedLeaves(met.pool, { size: EVENTS, root });
    expect(await adopted.hashesOf(ndaStream(id))).toHaveLength(1);
    expect(Number.isSafeInteger((await proofFigures(met.pool)).unsigned)).toBe(true);
    expect(await verifyOneStream(met.parts(other.store), ndaStream(id))).toMatchObject({ firstBroken: null });
    await new TreeWatch({ ...other, tampering: met.tampering, closed: other.trust.closed }).look();
    expect(met.tampering.all).toEqual([{ kind: 'leaf_without_event', subject: { place: told } }]);
    expect((await sql('SELECT FROM log_leaves')).rowCount).toBe(EVENTS);
    expect(await met.sign()).toMatchObject({ size: EVENTS });
    expect(await met.verify()).toMatchObject({ events: EVENTS, firstBroken: null });
  });

  it('is removed from the table of forks too', async () => {
    await sql('INSERT INTO log_forks VALUES (-1, $1, 0)', [ndaStream(id)]);
    const parts = { ...met.bench.infrastructure, tampering: met.tampering };
    const watch = new TreeWatch({ ...parts, closed: parts.trust.closed });
    for (let looks = 0; looks < 2; looks += 1) await watch.look();
    expect(met.tampering.all).toEqual([{ kind: 'tree_seal', subject: { size: EVENTS } }]);
    expect((await sql('SELECT FROM log_forks')).rowCount).toBe(0);
  });

  it('is removed by the next checkpoint too', async () => {
    await insertAt('-7');
    expect(await met.sign()).toMatchObject({ size: EVENTS });
    expect(met.tampering.all).toEqual([{ kind: 'leaf_without_event', subject: { place: -7 } }]);
    expect((await sql('SELECT FROM log_leaves')).rowCount).toBe(EVENTS);
  });

  it('proves nothing where a leaf was moved there, and its event gets another leaf', async () => {
    await sql('UPDATE log_leaves SET place = -1 - place WHERE place = $1', [EVENTS - 1]);
    const hash = (await hashes()).at(-1) ?? '';
    expect(await proveEvent(met.treeParts, hash)).toBeUndefined();
    expect(await proveStream(met.treeParts, [hash])).toBeUndefined();
    met.restartCheckpointer();
    await until(async () => (await sql('SELECT FROM log_leaves WHERE place >= 0')).rowCount === EVENTS);
    await met.untilAllHaveLeaves();
    await met.sign();
    expect(await proveEvent(met.treeParts, hash)).toBeDefined();
    expect(await met.verify()).toMatchObject({ events: EVENTS, firstBroken: null });
  });

  it('is named as missing by a verification where a signed leaf was moved there', async () => {
    await sql('UPDATE log_leaves SET place = -1 - place WHERE place = 1');
    const hash = (await hashes())[1] ?? '';
    expect(await proveEvent(met.treeParts, hash)).toBeUndefined();
    const { places } = await met.verify();
    expect(places.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['checkpoint_mismatch', 'leaf 1 of the tree is missing'],
    ]);
  });

  it.each([
    ['that JavaScript rounds', '4611686018427388504'],
    ['among the last numbers', '9223372036854775708'],
  ])('ends no search for the end of a stream, if a hundred rows are at places %s', async (_, first) => {
    await sql(
      `INSERT INTO log_leaves (place, event_hash, stream, revision)
       SELECT $1::bigint + n, decode(lpad(to_hex(n), 64, '0'), 'hex'), $2, 2147483646 FROM generate_series(0, 99) AS n`,
      [first, ndaStream(id)],
    );
    let asked = 0;
    const pool = {
      query: (statement: QueryConfig) => {
        asked += 1;
        if (asked > 1) throw new Error('the same page is asked for again');
        return met.pool.query(statement);
      },
    };
    const { leaves } = met.treeParts.tree.seals;
    expect(await leafEndOf(pool as never, leaves, ndaStream(id), () => false)).toBe(0);
  });

  it('makes no verification longer than the tree, and shows in it', async () => {
    await insertAt(String(FAR));
    const { places, events } = await met.verify();
    expect(events).toBe(EVENTS);
    expect(places.map(({ detail }) => detail)).toEqual([`leaf ${EVENTS} of the tree is missing`]);
  });
});
