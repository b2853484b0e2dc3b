import { figuresProjection } from '../analytics/figures.projection.js';
import { ndaIdOf } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { AttackedLog, JOURNEY } from '../../testing/log/attacked-log.js';

const REASON = ['--reason', 'a drill'] as const;
const { EraseNda } = oneOfEachCommand;

let log: AttackedLog;
beforeEach(async () => {
  log = await AttackedLog.open();
});
afterEach(() => log.stop());

const jobs = async () =>
  (
    await log.pool.query<{ task: string; payload: object }>(
      'SELECT task, payload FROM owed_jobs ORDER BY key',
    )
  ).rows;
const cutLast = (stream: string) =>
  log.pool.query(
    `DELETE FROM event_store.events WHERE stream = $1
       AND revision = (SELECT max(revision) FROM event_store.events WHERE stream = $1)`,
    [stream],
  );

it('enqueues the jobs that the events of a repaired stream call for', async () => {
  const stream = await log.agreement(...JOURNEY, EraseNda);
  const backup = await log.dump(await log.rows(stream));
  await cutLast(stream);
  await log.repair(stream, '--from', backup);
  expect(await jobs()).toEqual([]);
  expect((await log.repair(stream, '--from', backup, ...REASON)).isDone).toBe(true);
  expect(await jobs()).toContainEqual({ task: 'erase-key', payload: { ndaId: ndaIdOf(stream) } });
});

it('enqueues no job for a stream that was ended', async () => {
  const stream = await log.agreement(...JOURNEY, EraseNda);
  await cutLast(stream);
  expect((await log.repair(stream, '--end', ...REASON)).reports).toEqual([
    expect.objectContaining({ state: 'ended' }),
  ]);
  expect(await jobs()).toEqual([]);
});

it('lets the parked jobs of a stream that was ended try once more, because its key may still have to go', async () => {
  const stream = await log.agreement();
  await cutLast(stream);
  await log.pool.query(
    `INSERT INTO owed_jobs (task, payload, key, parked_for) VALUES ('erase-key', '{}', 'one', $1)`,
    [stream],
  );
  await log.repair(stream, '--end', ...REASON);
  const { rows } = await log.pool.query('SELECT parked_for FROM owed_jobs');
  expect(rows).toEqual([{ parked_for: null }]);
});

it('rebuilds the rows and sums of all read models, and leaves those of other streams alone', async () => {
  const [stream, other] = [await log.agreement(), await log.agreement()];
  await readModelsOf(log.infrastructure);
  const rows = async (table: string, name: string) =>
    (await log.pool.query(`SELECT * FROM ${table} WHERE id = $1`, [ndaIdOf(name)])).rows;
  const tables = ['ndas', figuresProjection.table];
  const before = await Promise.all(tables.flatMap((table) => [rows(table, stream), rows(table, other)]));
  const sums = async () =>
    (await log.pool.query('SELECT * FROM figure_sums WHERE value <> 0 ORDER BY name, part')).rows;
  const summed = await sums();
  await log.pool.query(`UPDATE ndas SET status = 'draft' WHERE id = $1`, [ndaIdOf(stream)]);
  expect((await log.repair(stream, ...REASON)).isDone).toBe(true);
  const after = await Promise.all(tables.flatMap((table) => [rows(table, stream), rows(table, other)]));
  expect(after).toEqual(before);
  expect(await sums()).toEqual(summed);
  // Without its last event the agreement is one whose end was lost.
  await cutLast(stream);
  expect((await log.repair(stream, '--end', ...REASON)).isDone).toBe(true);
  const [ended] = (await rows('ndas', stream)) as [{ revision: number }];
  const [whole] = before[0] as [{ revision: number }];
  expect(ended.revision).toBe(whole.revision - 1);
  expect(await rows('ndas', other)).toEqual(before[1]);
});
