import fc from 'fast-check';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { onServerOf } from '../../testing/log/server-of-rows.js';
import { type Leaf, leavesFrom } from './leaves.js';
import { LogPass, type LogVerdict, type PassParts } from './log-pass.js';
import type { PassState } from './pass-state.js';
import { forgedAfter } from './testing/forged.js';
import { rowsLog } from './testing/rows-log.js';
import { flips } from './testing/tampered.js';
import { nameLeaves } from './truncate-tree.js';
import { verifyLog } from './verify-log.js';
import { stepUnlessAll } from '../platform/testing/only-in-all.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;
const STREAMS = 6;
/** Events of each stream. Each stream's events follow each other in the log. */
const EACH = 3;

let met: CheckpointedLog;
let rows: readonly UntrustedEvent[];
let streams: readonly string[];
beforeAll(async () => {
  met = await CheckpointedLog.open();
  const ids: string[] = [];
  for (let n = 0; n < STREAMS; n += 1) {
    ids.push(await met.nda(SetLegalHold, LiftLegalHold));
    if (n % 2 === 1) await met.sign();
  }
  streams = ids.map(ndaStream);
  rows = await met.rows();
  await met.stopCheckpointer();
});
afterAll(() => met.stop());

const row = (n: number, revision: number): UntrustedEvent => rows[n * EACH + revision] as UntrustedEvent;
const without = (...gone: readonly UntrustedEvent[]): UntrustedEvent[] =>
  rows.filter((one) => !gone.includes(one));
const replaced = (one: UntrustedEvent, by: UntrustedEvent): UntrustedEvent[] =>
  rows.map((other) => (other === one ? by : other));
const behind = (list: readonly UntrustedEvent[], one: UntrustedEvent, added: UntrustedEvent) =>
  list.flatMap((other) => (other === one ? [other, added] : [other]));
const forged = (last: UntrustedEvent): UntrustedEvent =>
  forgedAfter(last, met.bench.infrastructure.trust.keys.log);
const verdict = (changed: readonly UntrustedEvent[], more: Partial<PassParts> = {}): Promise<LogVerdict> =>
  verifyLog({ ...met.parts(rowsLog(changed)), ...more });
const named = ({ places }: LogVerdict): string[] =>
  places.map(
    ({ stream, revision, kind }) =>
      `${kind} ${stream === null ? 'tree' : streams.indexOf(stream)}@${revision}`,
  );

describe('a verification that finds something broken', () => {
  /** The event that is altered: one byte of its data. */
  const altered = (): UntrustedEvent[] => {
    const [flipped] = flips(row(4, 1));
    return replaced(row(4, 1), flipped as UntrustedEvent);
  };

  it('goes on: of two losses and a forged event it reports all three', async () => {
    const changed = behind(without(row(0, 1), row(3, 2)), row(1, 2), forged(row(1, 2)));
    const expected = ['dropped 0@1', 'inserted 1@3', 'truncated 3@2'];
    const found = await verdict(changed);
    expect(named(found)).toEqual(expected);
    expect(found).toMatchObject({ broken: 3, firstBroken: { kind: 'dropped' }, checkpoints: 3 });
    await onServerOf(changed, async (log) => {
      expect(named(await verifyLog(met.parts(log)))).toEqual(expected);
    });
  });

  it('compares all that follows, wherever a batch begins and with few remembered streams', async () => {
    const changed = behind(without(row(0, 0), row(2, 1)), row(1, 2), forged(row(1, 2)));
    for (let batchSize = 1; batchSize <= rows.length + 1; batchSize += stepUnlessAll(3))
      for (const remembered of [1, 20])
        for (const readsAhead of [true, false]) {
          const parts = { ...met.parts(rowsLog(changed)), batchSize, remembered, readsAhead };
          const pass = await LogPass.over(parts);
          for await (const _ of pass.steps());
          expect({ batchSize, remembered, found: named(pass.verdict), all: pass.hasMetAll }).toEqual({
            batchSize,
            remembered,
            found: ['dropped 0@0', 'inserted 1@3', 'dropped 2@1'],
            all: true,
          });
        }
  });

  it('reports a place once, even if it continues from any saved state', async () => {
    const changed = altered();
    const parts = { ...met.parts(rowsLog(changed)), batchSize: 2 };
    const states: PassState[] = [];
    const whole = await LogPass.over(parts);
    for await (const _ of whole.steps()) states.push(whole.state);
    expect(named(whole.verdict)).toEqual(['altered 4@1']);
    for (const state of states) {
      const rest = await LogPass.over(parts, state);
      for await (const _ of rest.steps());
      expect(rest.verdict.firstBroken).toEqual(whole.verdict.firstBroken);
      expect(rest.hasMetAll).toBe(true);
    }
  });

  it('reports each place as soon as it is found, in the order of the log', async () => {
    const told: string[] = [];
    const changed = without(row(0, 2), row(5, 2));
    const found = await verdict(changed, {
      onPlace: ({ stream }) => void told.push(stream ?? 'tree'),
    });
    expect(told).toEqual([streams[0], streams[5]]);
    expect(found.places.map(({ stream }) => stream)).toEqual(told);
  });

  it('hands on only events that count: none of a stream from its first broken event on', async () => {
    const handed: UntrustedEvent[] = [];
    await verdict(altered(), { onAuthentic: async (events) => void handed.push(...events) });
    expect(handed).toEqual(without(row(4, 1), row(4, 2)));
  });

  it('reports a whole stream that is missing, an event of another stream and an event that was moved', async () => {
    const gone = without(row(1, 0), row(1, 1), row(1, 2));
    expect(named(await verdict(gone))).toEqual(['truncated 1@0']);
    const { stream, revision, position } = row(2, 1);
    expect(named(await verdict(replaced(row(2, 1), { ...row(3, 1), stream, revision, position })))).toEqual([
      'spliced 2@1',
    ]);
    const last = { ...row(2, 1), position: '99999' as typeof position };
    expect(named(await verdict(replaced(row(2, 1), last)))).toEqual(['reordered 2@1']);
    const first = { ...row(4, 1), position: '0' as typeof position };
    expect(named(await verdict(replaced(row(4, 1), first)))).toEqual(['reordered 4@1']);
  });

  it('does not report what the operator accepted, but what is broken behind it in the same stream', async () => {
    const changed = without(row(0, 1), row(3, 2));
    const isAccepted = (stream: string, revision: number) => stream === streams[0] && revision === 1;
    expect(named(await verdict(changed, { isAccepted }))).toEqual(['truncated 3@2']);
    const all = await verdict(without(row(0, 1)), { isAccepted });
    expect(all).toMatchObject({ firstBroken: null, broken: 0, places: [] });
  });

  /** Changes of one stream. */
  const CHANGES = {
    nothing: (list: readonly UntrustedEvent[]) => list,
    lost: (list: readonly UntrustedEvent[], n: number) => list.filter((one) => one !== row(n, 1)),
    cut: (list: readonly UntrustedEvent[], n: number) => list.filter((one) => one !== row(n, 2)),
    altered: (list: readonly UntrustedEvent[], n: number) =>
      list.map((one) => (one === row(n, 0) ? { ...one, type: 'Other.v1' } : one)),
    forged: (list: readonly UntrustedEvent[], n: number) => behind(list, row(n, 2), forged(row(n, 2))),
  } as const;
  type Change = keyof typeof CHANGES;

  it('finds exactly the streams that were changed, whatever happened to them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...(Object.keys(CHANGES) as Change[])), {
          minLength: STREAMS,
          maxLength: STREAMS,
        }),
        fc.integer({ min: 1, max: 20 }),
        async (changes, batchSize) => {
          const changed = changes.reduce(
            (list, change, n) => CHANGES[change](list, n) as UntrustedEvent[],
            [...rows],
          );
          const found = await verdict(changed, { batchSize });
          const wrong = changes.flatMap((change, n) => (change === 'nothing' ? [] : [streams[n]]));
          expect(found.places.map(({ stream }) => stream)).toEqual(wrong);
          expect(found.broken).toBe(wrong.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a verification of a damaged tree', () => {
  const kept = ['log_leaves', 'log_nodes', 'log_checkpoints'];
  beforeEach(async () => {
    for (const table of kept) await met.pool.query(`CREATE TABLE kept_${table} AS TABLE ${table}`);
  });
  afterEach(async () => {
    for (const table of kept) {
      await met.pool.query(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`);
      await met.pool.query(`DROP TABLE kept_${table}`);
    }
  });
  const change = (statement: string) => met.pool.query(statement);
  const leafSeals = () => met.treeParts.tree.seals.leaves;
  /** The same loss in each test. It comes after the damage in the tree. */
  const changed = () => without(row(5, 1));

  it('goes on behind a leaf whose row is missing, if its event is there', async () => {
    await change('DELETE FROM log_leaves WHERE place IN (4, 5)');
    expect(named(await verdict(changed()))).toEqual(['checkpoint_mismatch tree@null', 'dropped 5@1']);
  });

  it('goes on behind a leaf that is missing together with its event', async () => {
    await change('DELETE FROM log_leaves WHERE place = 4');
    const found = await verdict(without(row(1, 1), row(5, 1)));
    expect(named(found).filter((one) => !one.includes('tree'))).toEqual(['dropped 1@1', 'dropped 5@1']);
    expect(named(found)).toContain('checkpoint_mismatch tree@null');
  });

  it('goes on behind a leaf that was changed, and still compares later checkpoints', async () => {
    await change(`UPDATE log_leaves SET event_hash = decode(repeat('ab', 32), 'hex') WHERE place = 1`);
    const found = await verdict(changed());
    // The event that has no leaf takes its place, so the signed roots fit.
    expect(found.places.map(({ detail }) => detail)).toEqual([
      'the row of leaf 1 is not the one that the service wrote',
      'event 1 is missing, event 2 is in its place',
    ]);
    expect(named(found)).toEqual(['checkpoint_mismatch tree@null', 'dropped 5@1']);
  });

  it('goes on behind a leaf that the service made of another event, and still compares later checkpoints', async () => {
    const [leaf] = await leavesFrom(met.pool, 1, 1);
    const eventHash = 'ab'.repeat(32);
    await change(`UPDATE log_leaves SET event_hash = decode('${eventHash}', 'hex') WHERE place = 1`);
    await nameLeaves(met.pool, leafSeals(), [{ ...(leaf as Leaf), eventHash }]);
    const found = await verdict(changed());
    // The stored nodes give the root over 18 leaves that was signed, so the comparison continues from there.
    expect(found.places.map(({ detail }) => detail)).toEqual([
      'the tree has a leaf of another event at this place, and the stream continues from this one',
      'the first 6 leaves do not give the signed root',
      'event 1 is missing, event 2 is in its place',
    ]);
    expect(named(found)).toEqual(['forked 0@1', 'checkpoint_mismatch tree@null', 'dropped 5@1']);
  });

  it('reports an event of ours that has no leaf, although later events have one', async () => {
    await change('DELETE FROM log_leaves WHERE place = 11');
    await change('UPDATE log_leaves SET place = place + 1000 WHERE place > 11');
    await change('UPDATE log_leaves SET place = place - 1001 WHERE place > 1000');
    await nameLeaves(met.pool, leafSeals(), await leavesFrom(met.pool, 0, 100));
    const found = named(await verdict(changed())).filter((one) => !one.includes('tree'));
    expect(found).toEqual(['inserted 3@2', 'dropped 5@1']);
  });

  it('names each checkpoint that was changed', async () => {
    await change(`UPDATE log_checkpoints SET signature = decode(repeat('00', 64), 'hex') WHERE size < 18`);
    const { places } = await verdict(rows);
    expect(places.map(({ detail }) => detail)).toEqual([
      'no known key signed the checkpoint over 6 leaves',
      'no known key signed the checkpoint over 12 leaves',
    ]);
  });
});

describe('a saved state whose place was moved forward', () => {
  const stateAfter = async (steps: number): Promise<PassState> => {
    const pass = await LogPass.over({ ...met.parts(rowsLog(rows)), batchSize: 3 });
    let n = 0;
    for await (const _ of pass.steps()) if ((n += 1) === steps) break;
    return pass.state;
  };
  const goOn = async (state: PassState): Promise<LogPass> => {
    const pass = await LogPass.over({ ...met.parts(rowsLog(rows)), batchSize: 3 }, state);
    for await (const _ of pass.steps());
    return pass;
  };

  it('is noticed by counting: events that nobody met have a leaf', async () => {
    const [here, later] = [await stateAfter(1), await stateAfter(4)];
    expect((await goOn(here)).hasMetAll).toBe(true);
    expect((await goOn({ ...here, position: later.position })).hasMetAll).toBe(false);
  });

  it('is noticed by counting: leaves that nobody compared have an event', async () => {
    const [here, later] = [await stateAfter(1), await stateAfter(4)];
    const { leaves, edge, checkpoints } = later;
    expect((await goOn({ ...here, leaves, edge, checkpoints })).hasMetAll).toBe(false);
  });
});
