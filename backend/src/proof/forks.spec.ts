import type { Infrastructure } from '../app/infrastructure.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { until } from '../platform/testing/until.js';
import { forksIn } from './forks.js';
import { leavesOfStream } from './leaves.js';
import { proveEvent } from './prove-event.js';
import { TreeWatch } from './tree-watch.js';
import { verifyOneStream } from './verify-nda.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;

let met: CheckpointedLog;
beforeEach(async () => {
  met = await CheckpointedLog.open();
});
afterEach(() => met.stop());

const sql = (text: string, values: readonly unknown[] = []) => met.pool.query(text, [...values]);
const told = (): string[] => met.tampering.all.map(({ kind }) => kind);
const create = (ndaId: string): NdaCommand => ({ ...oneOfEachCommand.CreateNda, ndaId, chain: ndaId });
const run = (by: Infrastructure, id: string, command: NdaCommand) =>
  by.commands.run(
    ndaDecider,
    id,
    command,
    contextAt(met.bench.clock.now().toISOString(), { commandId: newId() }),
  );
const state = async (by: Infrastructure, id: string) => {
  const { revision, untrusted } = await by.commands.lastTrusted(ndaDecider, id);
  return [revision, untrusted?.revision, untrusted?.fault];
};
const cutFrom = (id: string, revision: number) =>
  sql('DELETE FROM event_store.events WHERE stream = $1 AND revision >= $2', [ndaStream(id), revision]);
const leavesOf = (id: string) => leavesOfStream(met.pool, ndaStream(id), 0, 100);
const hashAt = async (by: Infrastructure, id: string, revision: number): Promise<string> => {
  const [event] = await by.store.readStream(ndaStream(id), { from: revision, limit: 1 });
  return (event && metadataOf(event)?.hash) ?? '';
};

/** Makes a stream of three events, cuts off the last one, and lets a process without a memory go on. */
async function forked(
  then: readonly NdaCommand[],
): Promise<{ id: string; first: string; other: Infrastructure }> {
  const id = await met.nda(SetLegalHold, LiftLegalHold);
  const first = await hashAt(met.bench.infrastructure, id, 2);
  await met.nda();
  await cutFrom(id, 2);
  const other = await met.another();
  for (const command of then) await run(other, id, command);
  await until(async () => (await leavesOf(id)).length === 3 + then.length);
  return { id, first, other };
}

describe('a stream whose end was cut off and filled again', () => {
  it.each([
    ['to its old length', [LiftLegalHold]],
    ['and beyond', [LiftLegalHold, SetLegalHold]],
  ])('%s is closed there, in each process, and stays so after a restart', async (_, then) => {
    const { id, first, other } = await forked(then);
    const stream = ndaStream(id);
    await until(() => told().includes('forked'));
    expect(new Set(told())).toEqual(new Set(['forked']));
    expect(met.tampering.all[0]?.subject).toEqual({ stream, revision: 2 });
    expect(await state(met.bench.infrastructure, id)).toEqual([1, 2, 'forked']);
    await expect(run(met.bench.infrastructure, id, SetLegalHold)).rejects.toBeInstanceOf(StreamUntrusted);

    // The process that continued the stream has not heard of the fork. It looks every few seconds.
    expect((await state(other, id))[1]).toBeUndefined();
    const tampering = new RecordedTampering();
    const watch = new TreeWatch({ ...other, tampering, closed: other.trust.closed, everyMs: 5 });
    watch.start();
    await until(() => tampering.all.length > 3);
    await watch.stop();
    expect(tampering.all[0]).toEqual({ kind: 'forked', subject: { stream, revision: 2 } });
    expect(await state(other, id)).toEqual([1, 2, 'forked']);
    await expect(run(other, id, SetLegalHold)).rejects.toBeInstanceOf(StreamUntrusted);

    const restarted = await met.another();
    expect(await state(restarted, id)).toEqual([1, 2, 'forked']);
    expect(await verifyOneStream(met.parts(restarted.store), stream)).toMatchObject({
      firstBroken: { revision: 2, kind: 'forked' },
    });
    // Both events were recorded. Anyone with a receipt of one of them can prove that event.
    await met.sign();
    for (const hash of [first, await hashAt(other, id, 2)])
      expect(await proveEvent(met.treeParts, hash)).toBeDefined();
  });

  it('continues where the operator accepted each place that has two events', async () => {
    const { id } = await forked([LiftLegalHold, SetLegalHold]);
    const stream = ndaStream(id);
    const half = await met.another({ accepted: [{ stream, revision: 1 }] });
    expect(await state(half, id)).toEqual([1, 2, 'forked']);
    const whole = await met.another({ accepted: [{ stream, revision: 2 }] });
    expect(await state(whole, id)).toEqual([3, undefined, undefined]);
    await run(whole, id, LiftLegalHold);
    const tampering = new RecordedTampering();
    await new TreeWatch({ ...whole, tampering, closed: whole.trust.closed }).look();
    expect(tampering.all).toEqual([]);
    expect(await forksIn(met.pool, met.treeParts.tree.seals)).toMatchObject([{ stream, revision: 2 }]);
  });

  it('is not noticed if no leaf was made of its end and no process saw it, and otherwise at once', async () => {
    const id = await met.nda(SetLegalHold);
    await met.stopCheckpointer();
    await met.bench.run(id, LiftLegalHold);
    await met.bench.nda();
    await cutFrom(id, 2);
    const other = await met.another();
    await run(other, id, LiftLegalHold);
    expect(await state(other, id)).toEqual([2, undefined, undefined]);
    expect(await state(met.bench.infrastructure, id)).toEqual([1, 2, 'forked']);
    met.restartCheckpointer();
    await until(async () => (await leavesOf(id)).length === 3);
    expect(await forksIn(met.pool, met.treeParts.tree.seals)).toEqual([]);
  });

  it('stays closed if somebody adds a row that names another stream, and the other one stays open', async () => {
    const { id } = await forked([LiftLegalHold]);
    const innocent = await met.bench.nda(SetLegalHold);
    await until(() => told().includes('forked'));
    for (const place of [2, 1000])
      await sql('INSERT INTO log_forks VALUES ($1, $2, 0)', [place, ndaStream(innocent)]);
    // At its start, and before and after the tree is rebuilt.
    const other = await met.another();
    const tampering = new RecordedTampering();
    const watch = new TreeWatch({ ...other, tampering, closed: other.trust.closed });
    for (let looks = 0; looks < 3; looks += 1) {
      expect(await state(other, id)).toEqual([1, 2, 'forked']);
      expect((await state(other, innocent))[1]).toBeUndefined();
      await watch.look();
    }
    const kinds = ['tree_seal', 'forked', 'event_missing'];
    expect(new Set(tampering.all.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(await forksIn(met.pool, met.treeParts.tree.seals)).toMatchObject([{ stream: ndaStream(id) }]);
  });

  it('keeps its fork if the row of the fork is removed, and the tree is rebuilt', async () => {
    const { id } = await forked([LiftLegalHold]);
    await met.sign();
    await sql('DELETE FROM log_forks');
    const other = await met.another();
    expect(await state(other, id)).toEqual([1, 2, 'forked']);
    const tampering = new RecordedTampering();
    const watch = new TreeWatch({ ...other, tampering, closed: other.trust.closed });
    await watch.look();
    await watch.look();
    expect(new Set(tampering.all.map(({ kind }) => kind))).toEqual(new Set(['tree_seal', 'forked']));
    expect(await state(other, id)).toEqual([1, 2, 'forked']);
    await sql('DELETE FROM log_tree');
    await sql('DELETE FROM log_forks');
    await watch.look();
    expect(await forksIn(met.pool, met.treeParts.tree.seals)).toMatchObject([
      { stream: ndaStream(id), revision: 2 },
    ]);
  });

  it.each([
    [
      'the rows of forks are removed, and the newest checkpoint is none of ours',
      async () => {
        await met.sign();
        await sql("UPDATE log_checkpoints SET at = at + interval '1 second'");
        await sql('DELETE FROM log_forks');
      },
      'no present or former key',
    ],
    [
      'the rows of forks cannot be written',
      async () => {
        await sql(
          'CREATE FUNCTION dropped() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
        );
        await sql(
          'CREATE TRIGGER dropped BEFORE INSERT ON log_forks FOR EACH ROW EXECUTE FUNCTION dropped()',
        );
        await sql('DELETE FROM log_forks');
      },
      'triggers',
    ],
    [
      'the leaf of the second event loses its MAC, and a leaf is invented',
      async () => {
        await sql('UPDATE log_leaves SET mac = NULL FROM log_forks WHERE log_leaves.place = log_forks.place');
        await sql("INSERT INTO log_leaves SELECT 1 + max(place), '\\x07', 'nda-1', 0 FROM log_leaves");
      },
      undefined,
    ],
    [
      'the rows of forks are removed, and an earlier MAC is put back',
      async () => {
        await sql('DELETE FROM log_forks');
        await sql('DELETE FROM log_tree');
        await sql('INSERT INTO log_tree SELECT * FROM earlier');
      },
      undefined,
    ],
  ])('stays closed after a restart if %s', async (_, change, refusal) => {
    await met.nda();
    await sql('CREATE TABLE earlier AS SELECT * FROM log_tree');
    const { id } = await forked([LiftLegalHold]);
    await change();
    const other = await met.another();
    expect(await state(other, id)).toEqual([1, 2, 'forked']);
    const tampering = new RecordedTampering();
    const look = new TreeWatch({ ...other, tampering, closed: other.trust.closed }).look();
    if (refusal === undefined) await look;
    else await expect(look).rejects.toThrow(refusal);
    expect(tampering.all).toContainEqual({
      kind: 'forked',
      subject: { stream: ndaStream(id), revision: 2 },
    });
    // Also after the tree was rebuilt.
    expect(await state(await met.another(), id)).toEqual([1, 2, 'forked']);
    await sql('DROP TABLE earlier');
    await sql('DROP FUNCTION IF EXISTS dropped CASCADE');
  });
});

describe('a stream that was removed from the store', () => {
  const keyOf = async (id: string) =>
    (await sql('SELECT key_id FROM vault_keys WHERE subject = $1', [ndaStream(id)])).rows[0];

  it.each([
    [
      'as a leaf knows',
      async (id: string) => void (await sql('DELETE FROM vault_keys WHERE subject = $1', [ndaStream(id)])),
    ],
    ['as its key and a leaf know', async () => undefined],
  ])('does not begin again under its name, %s', async (_, then) => {
    const id = await met.nda(SetLegalHold);
    await met.nda();
    await cutFrom(id, 0);
    await then(id);
    const other = await met.another();
    const before = await keyOf(id);
    await expect(run(other, id, create(id))).rejects.toBeInstanceOf(StreamUntrusted);
    expect(await keyOf(id)).toEqual(before);
    expect(await other.store.readStream(ndaStream(id))).toEqual([]);
    expect(await leavesOf(id)).toHaveLength(2);
    const accepting = await met.another({ accepted: [{ stream: ndaStream(id), revision: 0 }] });
    expect((await run(accepting, id, create(id))).revision).toBe(0);
  });

  it('does not begin again in a process that saw it, whatever rows say', async () => {
    await met.stopCheckpointer();
    const id = await met.bench.nda();
    await cutFrom(id, 0);
    await sql('DELETE FROM vault_keys');
    await expect(run(met.bench.infrastructure, id, create(id))).rejects.toBeInstanceOf(StreamUntrusted);
  });

  it('waits for the leaves of all events if only its key is there, because its first append may have failed', async () => {
    const { vault } = met.bench.infrastructure;
    const id = newId();
    await vault.createKey(ndaStream(id));
    await met.nda();
    const other = await met.another();
    expect((await run(other, id, create(id))).revision).toBe(0);

    await met.stopCheckpointer();
    const late = newId();
    await vault.createKey(ndaStream(late));
    await met.bench.nda();
    await expect(run(other, late, create(late))).rejects.toThrow('the checkpointer is behind');
    met.restartCheckpointer();
    expect((await run(other, late, create(late))).revision).toBe(0);
  });

  it('begins once if two processes begin it at the same time', async () => {
    const id = newId();
    const both = [await met.another(), await met.another()];
    const commandId = newId();
    const results = await Promise.all(
      both.map((by) =>
        by.commands.run(
          ndaDecider,
          id,
          create(id),
          contextAt(met.bench.clock.now().toISOString(), { commandId }),
        ),
      ),
    );
    expect(results.map(({ revision }) => revision)).toEqual([0, 0]);
    await until(async () => (await leavesOf(id)).length === 1);
    expect(told()).toEqual([]);
  });
});
