import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { STREAM_ENDED } from '../eventsourcing/trust/ended.js';
import { isLongRun } from '../platform/testing/long-run.js';
import { attackedStore, type AttackedStore } from '../../testing/faults/attacked-store.js';
import { KilledStatements } from '../../testing/faults/killed-statements.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';
import { onlyInAll } from '../platform/testing/only-in-all.js';

/** A repair has fewer statements and appends. */
const MOST_STATEMENTS = 120;
/** Each statement is tried in `npm run test:long`, otherwise each fifth. */
const STEP = isLongRun() ? 1 : 5;

let store: AttackedStore;
let log: AttackedLog;
let killing: KilledStatements;
beforeAll(async () => {
  store = await attackedStore('EventStoreDB');
  log = await AttackedLog.open(store.url);
  killing = new KilledStatements(log.operator);
});
afterAll(async () => {
  killing.stop();
  await log.stop();
  await store.stop();
});

const hashes = (rows: readonly UntrustedEvent[]) => rows.map((row) => metadataOf(row)?.hash);

it('a repair on EventStoreDB that is killed before any of its statements is finished by the next one', async () => {
  const stream = await log.agreement();
  const genuine = await log.rows(stream);
  const backup = `${log.dataDir}/saved.jsonl`;
  await log.repair(stream, '--save', backup);
  const [first, second] = [genuine.length - 2, genuine.length - 1];
  let wasKilled = true;
  for (let statement = 0; wasKilled; statement += STEP) {
    await store.remove(stream, first, second);
    const reason = `drill ${statement}`;
    const repair = () => log.repair(stream, '--from', backup, '--reason', reason);
    wasKilled = await killing.before(statement, repair);
    expect(await repair()).toMatchObject({ isDone: true });
    expect(hashes(await log.rows(stream))).toEqual(hashes(genuine));
    expect(await log.counted(stream)).toEqual([genuine.length, undefined]);
    const records = (await log.recorded(stream)).filter(({ open }) => Object.values(open).includes(reason));
    expect(records).toMatchObject([
      { type: 'StreamRestored.v1', open: { putBack: [{ revision: first }, { revision: second }] } },
    ]);
  }
  const files = await log.saved();
  const begun = files.filter(({ saved: isSaved }) => isSaved === true);
  expect(files.filter(({ done }) => done === true)).toHaveLength(begun.length);
});

onlyInAll.it(
  'an ending on EventStoreDB that is killed before any of its statements is finished by the next one',
  async () => {
    const streams: string[] = [];
    while (streams.length * STEP < MOST_STATEMENTS) streams.push(await log.agreement());
    let wasKilled = true;
    for (const [n, stream] of streams.entries()) {
      if (!wasKilled) break;
      const { length } = await log.rows(stream);
      await store.remove(stream, length - 1);
      const end = () => log.repair(stream, '--end', '--reason', 'a drill');
      wasKilled = await killing.before(n * STEP, end);
      expect(await end()).toMatchObject({ isDone: true, reports: [{ state: 'ended' }] });
      expect(await log.counted(stream)).toEqual([length - 1, 'ended']);
      const rows = await log.rows(stream);
      expect(rows.slice(length - 1).map(({ type }) => type)).toEqual([STREAM_ENDED]);
      expect((await log.recorded(stream)).filter(({ type }) => type === STREAM_ENDED)).toHaveLength(1);
    }
    expect(wasKilled).toBe(false);
  },
);
