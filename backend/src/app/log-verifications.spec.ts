import { AttackedLog } from '../../testing/log/attacked-log.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { readModelsOf } from '../../testing/backend/read-models.js';
import { ndaIdOf } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { reactions } from './background-work.js';
import { recheckStreams } from './log-verifications.js';

const { SetLegalHold, LiftLegalHold, EraseNda } = oneOfEachCommand;

let log: AttackedLog;
beforeEach(async () => {
  log = await AttackedLog.open();
});
afterEach(() => log.stop());

it('a stream that opens by itself gets the rows and jobs of the events that readers left out', async () => {
  const stream = await log.agreement(SetLegalHold, LiftLegalHold, EraseNda);
  const { infrastructure, pool } = log;
  const row = async () =>
    (await pool.query('SELECT * FROM ndas WHERE id = $1', [ndaIdOf(stream)])).rows as unknown[];
  const jobs = async () => (await pool.query('SELECT task, payload FROM owed_jobs ORDER BY key')).rows;
  const recheck = () => recheckStreams(infrastructure, reactions).run(new AbortController().signal);
  await readModelsOf(infrastructure);
  const whole = await row();
  const { putBack } = await alterEvent(pool, stream, 1);
  await infrastructure.log.load(stream);
  await infrastructure.tampered.settled();
  // The row is one from before: the projection left out the last event, and so did the reactions.
  await pool.query(`UPDATE ndas SET revision = revision - 1 WHERE id = $1`, [ndaIdOf(stream)]);
  const older = await row();
  await recheck();
  expect([await row(), await jobs()]).toEqual([older, []]);
  await putBack();
  await pool.query(
    `INSERT INTO tampered_streams VALUES ('nda-nobody', 0, 'mac', 'invented', now()), ('strange', 0, 'mac', 'invented', now())`,
  );
  await recheck();
  expect(await row()).toEqual(whole);
  expect(await jobs()).toContainEqual({ task: 'erase-key', payload: { ndaId: ndaIdOf(stream) } });
  expect((await pool.query('SELECT stream FROM tampered_streams')).rows).toEqual([]);
  expect(infrastructure.log.placeIn(stream)).toBeUndefined();
});
