import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import { ndaStream } from '../nda/nda.events.js';
import { TreeEdge } from './merkle-tree.js';
import { forksIn } from './forks.js';
import { proveEvent } from './prove-event.js';
import { proveStream } from './prove-stream.js';
import { TreeUnwritable } from './renew-tree.js';
import { signCheckpoint } from './sign-checkpoints.js';
import { treeSize } from './stored-tree.js';
import { FORKS_MAX, NO_FORKS, TreeSeals, withForks } from './tree-seals.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { until } from '../platform/testing/until.js';
import { isAllRun } from '../platform/testing/only-in-all.js';

/** Number of events in each log. The tree has stored nodes, and an edge of three parts. */
const EVENTS = 19;
const SIGNED = 17;

let met: CheckpointedLog;
let id: string;
const sql = (text: string, values: readonly unknown[] = []) => met.pool.query(text, [...values]);
const told = (): string[] => met.tampering.all.map(({ kind }) => kind);
const hashes = async (): Promise<string[]> =>
  (await met.rows()).flatMap((row) => metadataOf(row)?.hash ?? []);
const isProven = async (): Promise<boolean> => {
  const [hash = ''] = await hashes();
  const proofs = [await proveEvent(met.treeParts, hash), await proveStream(met.treeParts, [hash])];
  const isThere = proofs.map((proof) => proof !== undefined);
  expect(isThere[0]).toBe(isThere[1]);
  return isThere[0] === true;
};

beforeEach(async () => {
  met = await CheckpointedLog.open();
  for (let n = 0; n < SIGNED; n += 1) id = await met.bench.nda();
  await until(async () => (await treeSize(met.pool)) === SIGNED);
  await met.sign();
  for (let n = SIGNED; n < EVENTS; n += 1) id = await met.bench.nda();
  await met.untilAllHaveLeaves();
});
afterEach(() => met.stop());

const invented = `decode('${'ab'.repeat(32)}', 'hex')`;
const CHANGES: readonly [what: string, change: string, kinds: readonly string[]][] = [
  ['the row with the MAC was removed', 'DELETE FROM log_tree', ['tree_seal']],
  ['the size was changed', 'UPDATE log_tree SET size = size + 1', ['tree_seal']],
  ['a byte of the edge was changed', 'UPDATE log_tree SET edge = set_byte(edge, 40, 7)', ['tree_seal']],
  ['the digest of the forks was changed', "UPDATE log_tree SET forks = repeat('a', 64)", ['tree_seal']],
  [
    'the MAC was changed',
    "UPDATE log_tree SET mac = left(mac, 51) || CASE right(mac, 1) WHEN 'A' THEN 'E' ELSE 'A' END",
    ['tree_seal'],
  ],
  ['a fork was invented', "INSERT INTO log_forks VALUES (18, 'nda-1', 0)", ['tree_seal']],
  ['the last leaf was removed', 'DELETE FROM log_leaves WHERE place = 18', ['tree_seal']],
  [
    'a leaf of the edge was changed',
    `UPDATE log_leaves SET event_hash = ${invented} WHERE place = 18`,
    ['leaf_without_event'],
  ],
  [
    'a leaf was invented',
    `INSERT INTO log_leaves VALUES (19, ${invented}, 'nda-1', 0)`,
    ['leaf_without_event'],
  ],
];
/** In `npm test`: a change of the row with the MAC, and one of the leaves. */
const TRIED = isAllRun() ? CHANGES : CHANGES.filter((_, n) => n === 1 || n === CHANGES.length - 2);

describe('a tree that does not fit its MAC', () => {
  it.each(TRIED)(
    'proves nothing, and is made anew by the next checkpoint, if %s',
    async (_, change, kinds) => {
      await met.stopCheckpointer();
      expect(await isProven()).toBe(true);
      await sql(change);
      expect(await isProven()).toBe(false);
      expect(new Set(told())).toEqual(new Set(['tree_seal']));
      met.tampering.all.length = 0;
      await met.sign();
      expect(told()).toEqual(kinds);
      expect(await isProven()).toBe(true);
      met.restartCheckpointer();
      await met.untilAllHaveLeaves();
      expect(await met.sign()).toMatchObject({ size: EVENTS });
      expect(told()).toEqual(kinds);
      expect(await met.verify()).toMatchObject({ events: EVENTS, firstBroken: null });
    },
  );

  it.each(TRIED)('begins no term before it was made anew, if %s', async (_, change, kinds) => {
    await met.stopCheckpointer();
    await sql(change);
    met.restartCheckpointer();
    await met.bench.nda();
    await met.untilAllHaveLeaves();
    expect(told()).toEqual(kinds);
    expect(await isProven()).toBe(true);
    expect(await met.sign()).toMatchObject({ size: EVENTS + 1 });
    expect(told()).toEqual(kinds);
    expect(await met.verify()).toMatchObject({ events: EVENTS + 1, firstBroken: null });
  });

  it('proves and continues nothing while a node over signed leaves is changed', async () => {
    await met.stopCheckpointer();
    await sql('CREATE TABLE whole AS SELECT * FROM log_nodes');
    await sql(`UPDATE log_nodes SET hash = ${invented} WHERE level = 4`);
    expect(await isProven()).toBe(false);
    await expect(met.sign()).rejects.toThrow('verify:log');
    expect(new Set(told())).toEqual(new Set(['tree_seal', 'tree']));
    const { places } = await met.verify();
    expect(places).toMatchObject([{ stream: null, kind: 'checkpoint_mismatch' }]);
    await sql('UPDATE log_nodes SET hash = whole.hash FROM whole WHERE log_nodes.level = whole.level');
    expect(await isProven()).toBe(true);
    expect(await met.sign()).toMatchObject({ size: EVENTS });
    await sql('DROP TABLE whole');
  });

  describe('with a changed node behind the checkpoint', () => {
    beforeEach(async () => {
      for (let n = EVENTS; n < 33; n += 1) await met.bench.nda();
      await met.untilAllHaveLeaves();
      await met.stopCheckpointer();
      await sql(`UPDATE log_nodes SET hash = ${invented} WHERE level = 4 AND place = 1`);
    });

    it('gets the node again with the next checkpoint', async () => {
      expect(await isProven()).toBe(false);
      met.tampering.all.length = 0;
      expect(await met.sign()).toMatchObject({ size: 33 });
      expect(told()).toEqual(['tree']);
      expect(await isProven()).toBe(true);
      expect(await met.verify()).toMatchObject({ firstBroken: null });
    });

    it('is reported if a trigger drops the node each time, and no checkpoint is signed', async () => {
      await sql('CREATE FUNCTION dropped() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$');
      await sql(
        'CREATE TRIGGER dropped BEFORE INSERT OR UPDATE ON log_nodes FOR EACH ROW EXECUTE FUNCTION dropped()',
      );
      await expect(met.sign()).rejects.toBeInstanceOf(TreeUnwritable);
      expect(told()).toEqual(['tree']);
      await sql('DROP FUNCTION dropped CASCADE');
      expect(await met.sign()).toMatchObject({ size: 33 });
    });
  });

  it('ends the term that writes its leaves, at the next leaf', async () => {
    await sql('DELETE FROM log_tree');
    await met.nda();
    expect(told()).toEqual(['tree_seal']);
    const { mac } = await met.treeParts.tree.seals.read(met.pool);
    await sql('UPDATE log_tree SET mac = $1', [`${mac?.slice(0, -1)}${mac?.endsWith('A') ? 'E' : 'A'}`]);
    await met.nda();
    expect(told()).toEqual(['tree_seal', 'tree_seal']);
    await met.sign();
    expect(await met.verify()).toMatchObject({ firstBroken: null });
  });

  it('grows if its earlier MAC and leaves were put back, also by the leaf of an event that was read before', async () => {
    await sql('CREATE TABLE earlier AS SELECT * FROM log_tree');
    await met.nda();
    await met.stopCheckpointer();
    await sql('DELETE FROM log_tree');
    await sql('INSERT INTO log_tree SELECT * FROM earlier');
    expect(await isProven()).toBe(false);
    await sql('DELETE FROM log_leaves WHERE place >= $1', [EVENTS]);
    // The tree fits now, and lacks an event that the checkpointer has read.
    expect(await isProven()).toBe(true);
    met.restartCheckpointer();
    await met.bench.nda();
    await met.untilAllHaveLeaves();
    expect(await met.verify()).toMatchObject({ events: EVENTS + 2, firstBroken: null });
    await sql('DROP TABLE earlier');
  });

  it('is rebuilt from the first event if all of its rows are gone, whatever was read before', async () => {
    await met.stopCheckpointer();
    for (const table of ['leaves', 'nodes', 'tree']) await sql(`DELETE FROM log_${table}`);
    met.restartCheckpointer();
    await met.untilAllHaveLeaves();
    expect(await met.sign()).toMatchObject({ size: EVENTS });
    expect(await met.verify()).toMatchObject({ events: EVENTS, firstBroken: null });
  });

  it('is not continued where its signed part is lost, until the leaves are back', async () => {
    await met.stopCheckpointer();
    await sql('CREATE TABLE lost AS SELECT * FROM log_leaves WHERE place = 3');
    await sql('DELETE FROM log_leaves WHERE place = 3');
    await sql("UPDATE log_nodes SET hash = hash || 'x'");
    met.restartCheckpointer();
    await until(() => told().includes('tree'));
    await expect(met.sign()).rejects.toThrow('verify:log');
    expect(await isProven()).toBe(false);
    await sql('INSERT INTO log_leaves SELECT * FROM lost');
    await sql('UPDATE log_nodes SET hash = substring(hash FROM 1 FOR 32)');
    await met.bench.nda();
    await met.untilAllHaveLeaves();
    expect(await met.sign()).toMatchObject({ size: EVENTS + 1 });
    await sql('DROP TABLE lost');
  });

  it('proves nothing by rows that are gone, and the service reports the tree', async () => {
    await met.stopCheckpointer();
    await sql('DELETE FROM log_leaves WHERE place = 1');
    expect(await isProven()).toBe(false);
    expect(new Set(told())).toEqual(new Set(['tree']));
  });

  it('grows although rows were invented beyond its end, or a signed leaf names another place', async () => {
    await sql(`INSERT INTO log_nodes VALUES (4, 1, ${invented})`);
    await sql("UPDATE log_leaves SET stream = 'nda-1' WHERE place = 2");
    // Without the event of the last signed leaf, the checkpointer reads the whole log again.
    await sql(
      'DELETE FROM event_store.events WHERE stream = (SELECT stream FROM log_leaves WHERE place = $1)',
      [SIGNED - 1],
    );
    await sql("UPDATE checkpoints SET position = NULL, epoch = epoch + 1 WHERE name = 'checkpointer'");
    await sql("UPDATE leases SET epoch = epoch + 1, expires_at = now() WHERE name = 'checkpointer'");
    for (let n = EVENTS; n < 33; n += 1) await met.bench.nda();
    await until(async () => (await treeSize(met.pool)) === 33);
    expect(new Set(told())).toEqual(new Set(['tree', 'leaf_without_event']));
    expect(await met.sign()).toMatchObject({ size: 33 });
  });

  it('does not fit if its table of forks has more rows than are read, and is rebuilt', async () => {
    await sql(`INSERT INTO log_forks SELECT n, 'nda-1', 0 FROM generate_series(1, ${FORKS_MAX + 100}) AS n`);
    const { seals } = met.treeParts.tree;
    const { forks } = await seals.read(met.pool);
    expect([forks.length, await forksIn(met.pool, seals)]).toEqual([FORKS_MAX + 1, []]);
    expect(await met.sign()).toMatchObject({ size: EVENTS });
    expect(told()).toEqual(['tree_seal']);
    expect((await sql('SELECT FROM log_forks')).rowCount).toBe(0);
  });

  it('grows although somebody added a second row to its head', async () => {
    await sql('INSERT INTO log_tree SELECT false, size, edge, forks, mac FROM log_tree');
    await met.nda();
    expect(await met.sign()).toMatchObject({ size: EVENTS + 1 });
    expect(told()).toEqual([]);
  });

  it('reports a lost event behind one whose loss the operator accepted', async () => {
    const other = ndaStream(await met.nda());
    await met.nda();
    await sql('DELETE FROM event_store.events WHERE stream = ANY($1)', [[ndaStream(id), other]]);
    const { log } = await met.another();
    const { tree } = met.treeParts;
    const accepts: Accepts = (stream, _revision, kind) => stream === ndaStream(id) && kind === 'missing';
    await signCheckpoint({
      ...met.treeParts,
      tree: { seals: tree.seals, kept: tree.kept, accepts },
      log,
      clock: met.bench.clock,
    });
    expect(met.tampering.all).toEqual([
      { kind: 'event_missing', subject: { place: EVENTS, stream: other, revision: 0 } },
    ]);
  });

  it('has leaves signed and proven even if their events are gone, and the signing reports that', async () => {
    await met.nda();
    const hash = (await hashes())[EVENTS - 1] ?? '';
    await sql('DELETE FROM event_store.events WHERE stream = $1', [ndaStream(id)]);
    // A process keeps the end of the log in memory. Another one reads what is stored.
    const { log } = await met.another();
    const parts = { ...met.treeParts, log, clock: met.bench.clock };
    expect(await signCheckpoint(parts)).toMatchObject({ size: EVENTS + 1 });
    expect(met.tampering.all).toEqual([
      { kind: 'event_missing', subject: { place: EVENTS - 1, stream: ndaStream(id), revision: 0 } },
    ]);
    expect(await proveEvent(met.treeParts, hash)).toMatchObject({ index: EVENTS - 1 });
    expect((await met.verify()).firstBroken).toMatchObject({ stream: ndaStream(id), kind: 'truncated' });
  });

  it('names the right place again after a leaf behind the checkpoint was given another one', async () => {
    await sql("UPDATE log_leaves SET stream = 'nda-1', revision = 7 WHERE place = 17");
    expect(await met.sign()).toMatchObject({ size: EVENTS });
    expect(told()).toEqual(['leaf_without_event']);
    expect(await met.verify()).toMatchObject({ firstBroken: null });
  });
});

describe('the MAC over the tree', () => {
  it('is of one size, one edge, one list of forks, one log and one key', async () => {
    const secret = randomBytes(32);
    const seals = new TreeSeals(new AppendKeys('log-a', [secret]));
    const edge = TreeEdge.empty();
    for (let n = 0; n < 5; n += 1) edge.append(randomBytes(32));
    const row = seals.rowOf({ edge, forks: NO_FORKS });
    const read = async (changed: Partial<typeof row>, by = seals) => {
      const { forks: digest, ...rest } = { ...row, ...changed };
      const db = { query: async () => ({ rows: [{ leaves: '5', digest, forks: null, ...rest }] }) };
      return (await by.read(db as never)).sealed;
    };
    expect((await read({}))?.edge.root()).toEqual(edge.root());
    await fc.assert(
      fc.asyncProperty(fc.nat(row.edge.length - 1), fc.nat(7), async (at, bit) => {
        const flipped = Buffer.from(row.edge);
        flipped[at] = (flipped[at] as number) ^ (1 << bit);
        expect(await read({ edge: flipped })).toBeUndefined();
      }),
    );
    for (const size of [0, 4, 6, 2 ** 40]) expect(await read({ size })).toBeUndefined();
    expect(
      await read({ forks: withForks(NO_FORKS, [{ place: 1, stream: 'a', revision: 0 }]) }),
    ).toBeUndefined();
    for (const keys of [
      new AppendKeys('log-b', [secret]),
      new AppendKeys('log-a', [randomBytes(32)]),
      { hasSealed: () => false, sealOf: () => '', leafMarkOf: () => '', hasMadeLeaf: () => false },
    ])
      expect(await read({}, new TreeSeals(keys))).toBeUndefined();
    expect(await read({}, new TreeSeals(new AppendKeys('log-a', [randomBytes(32), secret])))).toBeDefined();
  });

  it('tells forks apart by their place, stream, revision and order', () => {
    const one = { place: 4, stream: 'nda-1', revision: 2 };
    const other = { place: 5, stream: 'nda-1', revision: 3 };
    const digests = [
      [],
      [one],
      [other],
      [one, other],
      [other, one],
      [{ ...one, place: 5 }],
      [{ ...one, stream: 'nda-12', revision: 2 }],
      [{ ...one, revision: 3 }],
    ].map((forks) => withForks(NO_FORKS, forks));
    expect(new Set(digests).size).toBe(digests.length);
    expect(withForks(withForks(NO_FORKS, [one]), [other])).toBe(withForks(NO_FORKS, [one, other]));
  });
});
