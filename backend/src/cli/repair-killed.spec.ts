import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { STREAM_ENDED } from '../eventsourcing/trust/ended.js';
import { isLongRun } from '../platform/testing/long-run.js';
import { aroundClients, KilledStatements, withQuery } from '../../testing/faults/killed-statements.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';
import { stepUnlessAll } from '../platform/testing/only-in-all.js';

const REASON = ['--reason', 'a drill'] as const;

/** Each statement is tried in `npm run test:all`, otherwise each fourth. An ending takes five times this step. */
const STEP = stepUnlessAll(4);
/** A repair has fewer statements. */
const MOST_STATEMENTS = 120;

let log: AttackedLog;
let killing: KilledStatements;
beforeEach(async () => {
  log = await AttackedLog.open();
  killing = new KilledStatements(log.operator);
});
afterEach(async () => {
  killing.stop();
  await log.stop();
});

interface Agreement {
  readonly stream: string;
  readonly genuine: readonly UntrustedEvent[];
  readonly backup: string;
}

async function agreement(): Promise<Agreement> {
  const stream = await log.agreement();
  const genuine = await log.rows(stream);
  return { stream, genuine, backup: await log.dump(genuine) };
}

/** Inserts an event, alters one and deletes one. */
async function attack({ stream, genuine }: Agreement): Promise<void> {
  await log.pool.query(
    `INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
     SELECT stream, $2, gen_random_uuid(), type, data, metadata FROM event_store.events WHERE stream = $1 AND revision = 1`,
    [stream, genuine.length],
  );
  await log.pool.query(
    `UPDATE event_store.events SET data = convert_to('{"open":{}}', 'UTF8') WHERE stream = $1 AND revision = 2`,
    [stream],
  );
  await log.pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision = 3', [stream]);
}

async function attacked(): Promise<Agreement> {
  const made = await agreement();
  await attack(made);
  return made;
}

it('a repair that is killed before any of its statements is finished by the next one', async () => {
  const made = await agreement();
  const { stream, genuine, backup } = made;
  for (let statement = 0; ; statement += STEP) {
    await attack(made);
    const reason = `drill ${statement}`;
    const repair = () => log.repair(stream, '--from', backup, '--reason', reason);
    const wasKilled = await killing.before(statement, repair);
    expect(await repair()).toMatchObject({ isDone: true });
    expect(await log.rows(stream)).toEqual(genuine);
    expect(await log.counted(stream)).toEqual([genuine.length, undefined]);
    const records = (await log.recorded(stream)).filter(({ open }) => Object.values(open).includes(reason));
    expect(records).toEqual([
      {
        type: 'StreamRestored.v1',
        open: expect.objectContaining({
          removed: [expect.objectContaining({ revision: genuine.length })],
          putBack: [expect.objectContaining({ revision: 2 }), expect.objectContaining({ revision: 3 })],
        }),
      },
    ]);
    if (!wasKilled) break;
  }
  // Each file was finished, so no later run does anything again.
  const saved = await log.saved();
  const ends = saved.filter(({ saved: isSaved }) => isSaved === true);
  expect(saved.filter(({ done }) => done === true)).toHaveLength(ends.length);
});

it('an ending that is killed before any of its statements is finished by the next one', async () => {
  const step = isLongRun() ? 1 : STEP * 5;
  const streams: string[] = [];
  for (let n = 0; n * step < MOST_STATEMENTS; n += 1) streams.push((await attacked()).stream);
  // An ending takes out events that the service wrote, so it demands that no backend serves.
  await log.log.stopCheckpointer();
  let wasKilled = true;
  for (const [n, stream] of streams.entries()) {
    const end = () => log.repair(stream, '--end', ...REASON);
    wasKilled = await killing.before(n * step, end);
    expect(await end()).toMatchObject({ isDone: true, reports: [{ state: 'ended' }] });
    expect(await log.counted(stream)).toEqual([2, 'ended']);
    expect((await log.rows(stream)).map(({ type }) => type).slice(2)).toEqual([STREAM_ENDED]);
    expect((await log.recorded(stream)).filter(({ type }) => type === STREAM_ENDED)).toHaveLength(1);
    if (!wasKilled) break;
  }
  expect(wasKilled).toBe(false);
});

it('an ending that takes out events of the service is refused while a backend serves', async () => {
  const { stream } = await attacked();
  const before = await log.rows(stream);
  const { isDone, reports } = await log.repair(stream, '--end', ...REASON);
  expect([isDone, reports[0]?.state]).toEqual([false, 'closed']);
  expect(reports[0]?.message).toContain('Stop every backend first');
  expect(await log.rows(stream)).toEqual(before);
});

it('of two repairs at once one wins, and the other says why it does nothing', async () => {
  const { stream, genuine, backup } = await attacked();
  const repair = () => log.repair(stream, '--from', backup, ...REASON);
  const results = await Promise.allSettled([repair(), repair()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(results).toContainEqual(
    expect.objectContaining({
      reason: expect.objectContaining({ message: expect.stringContaining('Another siegel log:repair') }),
    }),
  );
  expect(await log.rows(stream)).toEqual(genuine);
});

it('a row that comes while the repair is under way makes it plan again', async () => {
  const { stream, genuine, backup } = await attacked();
  let isFirst = true;
  const undo = aroundClients(log.operator.pool, (client) => {
    const query = async (statement: string, values?: unknown[]): Promise<unknown> => {
      if (isFirst && statement.startsWith('LOCK TABLE event_store.events')) {
        isFirst = false;
        await log.pool.query(
          `INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
           SELECT stream, 70, gen_random_uuid(), type, data, metadata FROM event_store.events WHERE stream = $1 AND revision = 1`,
          [stream],
        );
      }
      return client.query(statement, values);
    };
    return withQuery(client, query);
  });
  try {
    expect((await log.repair(stream, '--from', backup, ...REASON)).isDone).toBe(true);
  } finally {
    undo();
  }
  expect(isFirst).toBe(false);
  expect(await log.rows(stream)).toEqual(genuine);
});

it('a trigger that changes what is written makes the repair fail, and nothing remains of it', async () => {
  const { stream, backup } = await attacked();
  await log.pool.query(`
    CREATE FUNCTION forge() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.type = 'NdaErased.v1'; RETURN NEW; END $$;
    CREATE TRIGGER forge BEFORE INSERT ON event_store.events FOR EACH ROW EXECUTE FUNCTION forge()`);
  const before = await log.rows(stream);
  expect((await log.repair(stream, '--from', backup, ...REASON)).reports).toEqual([
    expect.objectContaining({ state: 'closed', message: expect.stringContaining('Look for triggers') }),
  ]);
  expect(await log.rows(stream)).toEqual(before);
});
