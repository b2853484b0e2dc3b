import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../app/secrets.js';
import { ndaStream } from '../../nda/nda.events.js';
import { CheckpointedLog } from '../../../testing/log/checkpointed-log.js';
import type { CheckResult } from './check.js';
import { madeLeaf } from '../../proof/testing/made-leaf.js';
import { checkTampering } from './tampering-check.js';

describe('the check for tampering', () => {
  let log: CheckpointedLog;
  beforeEach(async () => {
    log = await CheckpointedLog.open();
  });
  afterEach(() => log.stop());

  const look = (changed: Partial<Secrets> = {}): Promise<CheckResult> =>
    checkTampering(
      log.pool,
      log.bench.infrastructure.log,
      { ...log.bench.secrets, ...changed },
      log.treeParts.tree.seals.leaves,
    );
  const sql = (text: string, values: readonly unknown[] = []) => log.pool.query(text, [...values]);
  const destroyed = async (ndaId: string): Promise<void> => {
    await sql(
      `UPDATE vault_keys SET wrapped = NULL, master_key_id = NULL, destroyed_at = now() - interval '1 hour',
         destruction = nextval('vault_keys_destruction_seq') WHERE subject = $1`,
      [ndaStream(ndaId)],
    );
  };

  it('finds nothing if no row was changed since the service wrote it', async () => {
    expect((await look()).state).toBe('ok');
    const ndaId = await log.nda();
    await log.bench.run(ndaId, { type: 'EraseNda', reason: 'admin' });
    await destroyed(ndaId);
    await log.sign();
    expect((await look()).state).toBe('ok');
  });

  it('names a key that is marked as destroyed although no event calls for its destruction', async () => {
    const ndaId = await log.nda();
    await destroyed(ndaId);
    expect(await look()).toMatchObject({
      state: 'fault',
      says: expect.stringContaining(`The key of ${ndaStream(ndaId)} is marked as destroyed`),
    });
  });

  it('does not report a key whose stream is not in the log, or that was destroyed just now', async () => {
    await sql(
      `INSERT INTO vault_keys (subject, created_at, destroyed_at, destruction)
       VALUES ('nda-of-another-log', now(), now() - interval '1 hour', nextval('vault_keys_destruction_seq'))`,
    );
    const ndaId = await log.nda();
    await destroyed(ndaId);
    await sql('UPDATE vault_keys SET destroyed_at = now() WHERE subject = $1', [ndaStream(ndaId)]);
    expect((await look()).state).toBe('ok');
  });

  it('names a leaf that has no event by its place, and its stream only if the service wrote it', async () => {
    const ndaId = await log.nda();
    await sql('INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES (1, $1, $2, 1)', [
      randomBytes(32),
      ndaStream(ndaId),
    ]);
    expect(await look()).toMatchObject({
      state: 'fault',
      says: "Leaf 1 of the log's tree has no event that counts: its event is missing, or was altered.",
    });
    await sql('DELETE FROM log_leaves WHERE place = 1');
    const last = await log.nda();
    await madeLeaf(log.pool, log.treeParts.tree.seals.leaves, {
      stream: ndaStream(last),
      revision: 0,
      to: { stream: ndaStream(ndaId), revision: 1 },
    });
    expect(await look()).toMatchObject({
      state: 'fault',
      says: `Leaf 1 of the log's tree (${ndaStream(ndaId)}@1) has no event that counts: its event is missing, or was altered.`,
    });
  });

  it.each([
    ['at the last number', '9223372036854775807', ['names place 9223372036854775807, which no tree has']],
    ['before the first leaf', '-1', ['names place -1, which no tree has']],
    ['far behind the tree', String(2 ** 40), [`Leaf ${2 ** 40} of the log's tree`]],
  ])('finds a leaf that has no event although a row is %s, and names the row', async (_, place, says) => {
    const ndaId = await log.nda();
    await log.stopCheckpointer();
    const insert = (at: string) =>
      sql('INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES ($1, $2, $3, 1)', [
        at,
        randomBytes(32),
        ndaStream(ndaId),
      ]);
    await insert(place);
    const found = await look();
    expect(found.state).toBe('fault');
    for (const text of says) expect(found.says).toContain(text);
    await sql('UPDATE log_leaves SET event_hash = $1 WHERE place = 0', [randomBytes(32)]);
    expect((await look()).says).toContain("Leaf 0 of the log's tree");
  });

  it('names a checkpoint that no configured key signed, even if the database has a row for the signing key', async () => {
    await log.nda();
    await log.sign();
    expect((await look()).state).toBe('ok');
    // A signing key that was replaced is recognised by its row in `signing_keys`. The row's `proof` can be
    // verified only with INDEX_KEY.
    const replaced: Partial<Secrets> = { checkpointKeys: [randomBytes(32)] };
    expect((await look(replaced)).state).toBe('ok');
    await sql('UPDATE signing_keys SET proof = NULL');
    expect(await look(replaced)).toMatchObject({
      state: 'fault',
      says: 'No key in CHECKPOINT_KEY signed the checkpoint of size 1.',
    });
    await sql("UPDATE log_checkpoints SET at = at + interval '1 second'");
    expect(await look()).toMatchObject({ state: 'fault' });
  });

  it('names the streams that the service found broken, with the command that repairs them', async () => {
    await sql(
      `INSERT INTO tampered_streams SELECT 'nda-' || n, n, 'mac', 'no key in APPEND_KEY made its MAC', now()
       FROM generate_series(1, 7) AS n`,
    );
    await sql(`INSERT INTO tampered_streams VALUES ('', NULL, 'bad_signature', 'no known key', now())`);
    const { state, says } = await look();
    expect(state).toBe('fault');
    expect(says).toContain(
      'nda-1@1 is broken: no key in APPEND_KEY made its MAC. After copying everything, run siegel log:repair nda-1.',
    );
    expect(says).toContain('nda-5@5');
    expect(says).not.toContain('nda-6@6');
    expect(says).toContain('2 more streams are broken.');
    expect(says).toContain("The log's tree, or a checkpoint of it, is not as the service wrote it.");
  });
});
