import { Client } from 'pg';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { NONE_SEEN } from './checkpoint-comparison.js';
import { LogPass } from './log-pass.js';
import type { PassState } from './pass-state.js';
import type { SignedCheckpoint } from './signed-checkpoints.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { rowsLog } from './testing/rows-log.js';
import type { StreamVerdict } from './verify-nda.js';
import { verifyLog } from './verify-log.js';

let met: CheckpointedLog;
let past: Client;
let ids: string[];
const checkpoints: SignedCheckpoint[] = [];

/**
 * The log has three NDAs of three events each, a checkpoint after each NDA, and one event that no checkpoint
 * covers.
 */
beforeAll(async () => {
  met = await CheckpointedLog.open();
  ids = [];
  for (let n = 1; n <= 3; n += 1) {
    ids.push(await met.nda(oneOfEachCommand.SetLegalHold, oneOfEachCommand.LiftLegalHold));
    checkpoints.push(await met.sign());
  }
  await met.stopCheckpointer();
  await met.bench.nda();
  past = new Client({ connectionString: met.url });
  await past.connect();
});
afterAll(async () => {
  await past.end();
  await met.stop();
});

/** Runs the statement, verifies the log, and then restores every table. */
async function changed(statement: string): Promise<StreamVerdict> {
  const tables = ['event_store.events', 'log_leaves', 'log_nodes', 'log_checkpoints'];
  for (const table of tables)
    await past.query(`CREATE TABLE kept_${table.replace('.', '_')} AS TABLE ${table}`);
  try {
    await past.query(statement);
    return await met.verify();
  } finally {
    for (const table of tables) {
      const kept = `kept_${table.replace('.', '_')}`;
      await past.query(`DELETE FROM ${table}`);
      await past.query(`INSERT INTO ${table} SELECT * FROM ${kept}`);
      await past.query(`DROP TABLE ${kept}`);
    }
  }
}

const EVENTS = 'event_store.events';
const at = (n: number, revision: number): string =>
  `stream = '${ndaStream(ids[n] ?? '')}' AND revision = ${revision}`;

describe('the whole log', () => {
  it('is intact without changes, even with newer events', async () => {
    expect(await met.verify()).toMatchObject({ events: 10, checkpoints: 3, firstBroken: null });
    expect(await met.verify({ outside: { checkpoints } })).toMatchObject({
      kept: { given: 3, compared: 3, unsigned: [] },
      firstBroken: null,
    });
  });

  it.each([
    ['altered', 1, (): string => `UPDATE ${EVENTS} SET type = 'Other.v1' WHERE ${at(1, 1)}`],
    ['dropped', 1, (): string => `DELETE FROM ${EVENTS} WHERE ${at(1, 1)}`],
    ['truncated', 2, (): string => `DELETE FROM ${EVENTS} WHERE ${at(1, 2)}`],
    ['truncated', 0, (): string => `DELETE FROM ${EVENTS} WHERE stream = '${ndaStream(ids[1] ?? '')}'`],
    ['reordered', 2, (): string => `UPDATE ${EVENTS} SET position = position + 1000 WHERE ${at(1, 2)}`],
    [
      'spliced',
      0,
      (): string =>
        `INSERT INTO ${EVENTS} (stream, revision, id, type, data, metadata)
         SELECT 'nda-other', 0, gen_random_uuid(), type, data, metadata FROM ${EVENTS} WHERE ${at(1, 0)}`,
    ],
    ['truncated', 0, (): string => `DELETE FROM ${EVENTS} WHERE position > 6`],
  ] as const)('is found %s at %i', async (kind, revision, statement) => {
    const { firstBroken } = await changed(statement());
    expect(firstBroken).toMatchObject({ kind });
    expect(kind === 'reordered' || firstBroken?.revision === revision).toBe(true);
  });

  it('is found broken by its checkpoints', async () => {
    const of6 = 'WHERE size = 6';
    const zeros = "decode(repeat('00', 64), 'hex')";
    const kindOf = async (statement: string) => (await changed(statement)).firstBroken?.kind;
    expect(await kindOf(`UPDATE log_checkpoints SET signature = ${zeros} ${of6}`)).toBe('bad_signature');
    const [one, two, three] = checkpoints as [SignedCheckpoint, SignedCheckpoint, SignedCheckpoint];
    const signed = (of: SignedCheckpoint, change: Partial<SignedCheckpoint>) => {
      const { signature: _, ...statement } = { ...of, ...change };
      return { ...statement, signature: met.bench.infrastructure.receipts.sign(statement) };
    };
    const stored = ({ size, root, at: time, signature }: SignedCheckpoint): string =>
      `UPDATE log_checkpoints SET root = decode('${root}', 'hex'), at = '${time}', signature = decode('${signature}', 'base64') WHERE size = ${size}`;
    expect(await kindOf(stored(signed(two, { root: one.root })))).toBe('checkpoint_mismatch');
    expect(await kindOf(stored(signed(two, { at: '2020-01-01T00:00:00.000Z' })))).toBe('consistency_broken');
    expect(await kindOf('DELETE FROM log_leaves WHERE place >= 8')).toBe('truncated');
    expect(await kindOf('DELETE FROM log_checkpoints')).toBeUndefined();
    const outside = (kept: SignedCheckpoint) =>
      met.verify({ outside: { checkpoints: [kept] } }).then(({ firstBroken }) => firstBroken?.kind);
    expect(await outside(signed(three, { root: one.root }))).toBe('consistency_broken');
    expect(await outside(signed(three, { size: 50 }))).toBe('consistency_broken');
  });

  it('is compared with checkpoints kept outside, using the keys that their keeper trusts, and lists those without a known key', async () => {
    const publicKeys = await met.bench.infrastructure.receipts.publicKeys();
    const [one, two, three] = checkpoints as [SignedCheckpoint, SignedCheckpoint, SignedCheckpoint];
    const nobodys = { ...two, root: one.root };
    expect(await met.verify({ outside: { checkpoints: [one, nobodys, three] } })).toMatchObject({
      kept: { given: 3, compared: 2, unsigned: [{ size: 6, keyId: two.keyId }] },
      firstBroken: null,
    });
    // Simulates a database whose whole history was replaced, so that it does not know the key that signed the
    // outside checkpoint.
    const keyless = { publicKeys: async () => [], outside: { checkpoints: [one] } };
    await past.query('CREATE TABLE kept_checkpoints AS TABLE log_checkpoints');
    await past.query('DELETE FROM log_checkpoints');
    try {
      expect(await met.verify(keyless)).toMatchObject({
        kept: { given: 1, compared: 0, unsigned: [{ size: 3, keyId: one.keyId }] },
        firstBroken: null,
      });
      const trusting = { ...keyless, outside: { checkpoints: [one], keys: publicKeys } };
      expect(await met.verify(trusting)).toMatchObject({ kept: { compared: 1, unsigned: [] } });
      expect(await met.verify({ outside: { checkpoints: [one], keys: [] } })).toMatchObject({
        kept: { compared: 0, unsigned: [{ size: 3 }] },
      });
    } finally {
      await past.query('INSERT INTO log_checkpoints SELECT * FROM kept_checkpoints');
      await past.query('DROP TABLE kept_checkpoints');
    }
  });
});

const pass = (rows: readonly UntrustedEvent[], from?: PassState): Promise<LogPass> =>
  LogPass.over({ ...met.parts(rowsLog(rows)), batchSize: 2 }, from);
/** @returns the state after each batch */
async function ended(one: LogPass): Promise<PassState[]> {
  const states: PassState[] = [];
  for await (const _ of one.steps()) states.push(one.state);
  return states;
}
const verdictFrom = async (rows: readonly UntrustedEvent[], from: PassState): Promise<StreamVerdict> => {
  const rest = await pass(rows, from);
  await ended(rest);
  return rest.verdict;
};

describe('a pass over the log', () => {
  it('continues from any saved state, with the same verdict as in one go', async () => {
    const rows = await met.rows();
    const whole = await pass(rows);
    const states = await ended(whole);
    expect(whole.verdict).toMatchObject({ events: 10, checkpoints: 3, firstBroken: null });
    expect(states).toHaveLength(5);
    for (const state of states) expect(await verdictFrom(rows, state)).toEqual(whole.verdict);
  });

  it('notices changes behind the position at which it continues', async () => {
    const rows = await met.rows();
    const first = await pass(rows);
    await first.steps().next();
    const without = rows.filter((_, n) => n !== 4);
    expect(await verdictFrom(without, first.state)).toMatchObject({
      firstBroken: { stream: ndaStream(ids[1] ?? ''), revision: 1, kind: 'dropped' },
    });
  });

  it('reports nothing as broken that was met and signed during the pass', async () => {
    const rows = (await met.rows()).slice(0, 6);
    const begun = await pass(rows);
    expect(await verdictFrom(rows, { ...begun.state, size: 6 })).toMatchObject({
      events: 6,
      checkpoints: 2,
      firstBroken: null,
    });
  });

  it('compares outside checkpoints of leaves that were met during the pass', async () => {
    const rows = (await met.rows()).slice(0, 6);
    const { state } = await pass(rows);
    const [one, , three] = checkpoints as [SignedCheckpoint, SignedCheckpoint, SignedCheckpoint];
    const { signature: _, ...statement } = { ...three, root: one.root };
    const other = { ...statement, signature: met.bench.infrastructure.receipts.sign(statement) };
    const compared = async (kept: SignedCheckpoint) => {
      const parts = { ...met.parts(rowsLog(rows)), outside: { checkpoints: [kept] } };
      const begun = await LogPass.over(parts, { ...state, size: 6 });
      await ended(begun);
      return begun.verdict;
    };
    expect(await compared(three)).toMatchObject({ kept: { compared: 1 }, firstBroken: null });
    expect((await compared(other)).firstBroken).toMatchObject({ kind: 'consistency_broken' });
  });

  it('verifies unmet events by their stream, even if it does not remember the previous event', async () => {
    const rows = await met.rows();
    const lonely = ndaStream(await met.bench.nda(oneOfEachCommand.SetLegalHold));
    const grown = await met.rows();
    const before = await pass(rows);
    await ended(before);
    const last = { position: grown.at(-2)?.position ?? null, events: grown.length - 1 };
    expect(await verdictFrom(grown, { ...before.state, ...last })).toMatchObject({
      events: grown.length,
      checkpoints: 3,
      firstBroken: null,
    });
    const twice = await verifyLog(met.parts(rowsLog([...grown, ...grown.slice(-1)])));
    expect(twice.firstBroken).toMatchObject({ stream: lonely, revision: 2, kind: 'inserted' });
  });

  it('compares late checkpoints of leaves that it has already passed', async () => {
    const rows = await met.rows();
    const whole = await pass(rows);
    await ended(whole);
    const late = { ...whole.state, checkpoints: NONE_SEEN };
    expect(await verdictFrom(rows, late)).toMatchObject({ checkpoints: 3, firstBroken: null });
    await past.query("UPDATE log_checkpoints SET root = decode(repeat('ab', 32), 'hex') WHERE size = 6");
    expect((await verdictFrom(rows, late)).firstBroken).toMatchObject({ kind: 'bad_signature' });
  });
});

describe('the nodes of the tree', () => {
  it('are compared with the leaves below them, even if no checkpoint covers them', async () => {
    const other = await CheckpointedLog.open();
    try {
      for (let n = 0; n < 17; n += 1) await other.nda();
      expect(await other.verify()).toMatchObject({ events: 17, firstBroken: null });
      const wrong = { stream: null, revision: null, kind: 'checkpoint_mismatch' };
      await other.pool.query("UPDATE log_nodes SET hash = decode(repeat('ab', 32), 'hex')");
      const { firstBroken } = await other.verify();
      expect(firstBroken).toMatchObject(wrong);
      expect(firstBroken?.detail).toBe('node 4/0 of the tree does not match the leaves 0 to 15');
      await other.pool.query('DELETE FROM log_nodes');
      expect((await other.verify()).firstBroken).toMatchObject(wrong);
    } finally {
      await other.stop();
    }
  });
});
