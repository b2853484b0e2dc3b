import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { BegunBefore } from './begun-before.js';
import { forksIn } from './forks.js';
import { leavesFrom } from './leaves.js';
import { signCheckpoint } from './sign-checkpoints.js';
import { verifyOneStream } from './verify-nda.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;

let met: CheckpointedLog;
let [id, other] = ['', ''];
/** Three events of one agreement, and one of another. A checkpoint covers them. */
beforeEach(async () => {
  met = await CheckpointedLog.open();
  id = await met.nda(SetLegalHold, LiftLegalHold);
  other = await met.nda();
  await met.sign();
});
afterEach(() => met.stop());

const sql = (text: string, values: readonly unknown[] = []) => met.pool.query(text, [...values]);
/** Names the leaf after the event that the other agreement has not yet. */
const rename = (place: number) =>
  sql('UPDATE log_leaves SET stream = $1, revision = 1 WHERE place = $2', [ndaStream(other), place]);
const cut = (revision: number) =>
  sql('DELETE FROM event_store.events WHERE stream = $1 AND revision = $2', [ndaStream(id), revision]);
const seals = () => met.treeParts.tree.seals;
const untrustedIn = async (ndaId: string) =>
  (await met.bench.infrastructure.log.load(ndaStream(ndaId))).untrusted;
const renamedLeaf = (place: number) => ({
  stream: null,
  revision: null,
  kind: 'checkpoint_mismatch',
  detail: `the row of leaf ${place} is not the one that the service wrote`,
});

describe('a leaf that somebody renamed', () => {
  it('makes no fork of the event that it names, and is reported by its place', async () => {
    await rename(2);
    await met.bench.run(other, SetLegalHold);
    await met.untilAllHaveLeaves();
    expect(await forksIn(met.pool, seals())).toEqual([]);
    expect(met.tampering.all).toEqual([{ kind: 'leaf_without_event', subject: { place: 2 } }]);
    expect(await untrustedIn(other)).toBeUndefined();
  });

  it.each([
    ['another name', () => rename(1)],
    ['no MAC', () => sql('UPDATE log_leaves SET mac = NULL WHERE place = 1')],
    ['the MAC of another leaf', () => sql(`UPDATE log_leaves SET mac = ${MAC_OF_FIRST} WHERE place = 1`)],
  ])('is found by a verification if it has %s, and no stream is blamed', async (_, change) => {
    await change();
    expect((await met.verify()).places).toEqual([renamedLeaf(1)]);
    const { store } = met.bench.infrastructure;
    for (const one of [id, other])
      expect(await verifyOneStream(met.parts(store), ndaStream(one))).toMatchObject({ firstBroken: null });
  });

  it('is not believed by a verification without APPEND_KEY only if an event contradicts it', async () => {
    await sql('UPDATE log_leaves SET mac = NULL');
    expect(await met.verify({ names: undefined })).toMatchObject({ firstBroken: null });
  });

  it('does not hide that its event was cut off, and blames no other stream', async () => {
    await rename(2);
    await cut(2);
    expect((await met.verify()).places).toEqual([renamedLeaf(2)]);
    // With the row of a backup, the verification names the stream.
    await sql('UPDATE log_leaves SET stream = $1, revision = 2 WHERE place = 2', [ndaStream(id)]);
    expect((await met.verify()).places).toMatchObject([
      { stream: ndaStream(id), revision: 2, kind: 'truncated' },
    ]);
  });

  it('does not keep the stream that it names from beginning, and a genuine leaf does', async () => {
    const begun = ndaStream(newId());
    const { trust } = met.bench.infrastructure;
    const tampering = new RecordedTampering();
    const beginnings = new BegunBefore({ pool: met.pool, names: seals().leaves, trust, tampering });
    await sql('UPDATE log_leaves SET stream = $1, revision = 0 WHERE place = 2', [begun]);
    await beginnings.requireUnknown(begun);
    expect(tampering.all).toEqual([{ kind: 'leaf_without_event', subject: { place: 2 } }]);
    await met.nda();
    await sql('DELETE FROM event_store.events WHERE stream = $1', [ndaStream(other)]);
    const apart = await met.another();
    const elsewhere = new BegunBefore({ ...apart, names: seals().leaves, tampering });
    await expect(elsewhere.requireUnknown(ndaStream(other))).rejects.toBeInstanceOf(StreamUntrusted);
  });

  it('gets the name of its event back behind the last checkpoint, even without an event at the name', async () => {
    await met.bench.run(id, SetLegalHold);
    await met.untilAllHaveLeaves();
    const before = await leavesFrom(met.pool, 0, 10);
    await rename(4);
    await sql('UPDATE log_leaves SET mac = NULL WHERE place = 4');
    await met.sign();
    expect(await leavesFrom(met.pool, 0, 10)).toEqual(before);
    expect(met.tampering.all).toMatchObject([{ kind: 'leaf_without_event', subject: { place: 4 } }]);
  });
});

describe('a leaf with its own MAC behind the last checkpoint', () => {
  const parts = async () => ({
    ...met.treeParts,
    log: (await met.another()).log,
    clock: met.bench.clock,
  });

  it('stays without its event even if the MAC over the tree is gone', async () => {
    await met.bench.run(other, SetLegalHold);
    await met.nda();
    await met.stopCheckpointer();
    await sql('DELETE FROM event_store.events WHERE stream = $1 AND revision = 1', [ndaStream(other)]);
    await sql('DELETE FROM log_tree');
    expect((await signCheckpoint(await parts())).size).toBe(6);
    expect(met.tampering.all).toEqual([
      { kind: 'event_missing', subject: { place: 4, stream: ndaStream(other), revision: 1 } },
      { kind: 'tree_seal', subject: { size: 6 } },
    ]);
  });

  it('is reported by its place alone if it was renamed and its event is gone', async () => {
    await met.bench.run(id, SetLegalHold);
    await met.nda();
    await met.stopCheckpointer();
    await rename(4);
    await cut(3);
    expect((await signCheckpoint(await parts())).size).toBe(6);
    expect(met.tampering.all).toEqual([{ kind: 'leaf_without_event', subject: { place: 4 } }]);
  });
});

const MAC_OF_FIRST = '(SELECT mac FROM log_leaves WHERE place = 0)';
