import { areSameEvents } from '../eventsourcing/event-store/same-events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';

const { SetLegalHold } = oneOfEachCommand;
const REASON = ['--reason', 'a drill'] as const;

describe('an event that somebody put at a position that the store has not assigned', () => {
  let log: AttackedLog;
  beforeAll(async () => {
    log = await AttackedLog.open();
  });
  afterAll(() => log.stop());

  it('gets a place in the log again, whether or not the tree has its leaf', async () => {
    const stream = await log.agreement();
    await log.log.stopCheckpointer();
    await log.log.bench.run(stream.slice('nda-'.length), SetLegalHold);
    const genuine = await log.rows(stream);
    const last = genuine.length - 1;
    for (const revision of [1, last])
      for (const position of [900_000, -7]) {
        await log.pool.query(
          'UPDATE event_store.events SET position = $1 WHERE stream = $2 AND revision = $3',
          [position, stream, revision],
        );
        expect((await log.log.verify()).places).toMatchObject([{ stream, revision, kind: 'reordered' }]);
        expect(await log.seen(stream)).toEqual([[revision, 'out_of_order']]);
        expect((await log.repair(stream, ...REASON)).isDone).toBe(true);
        const rows = await log.rows(stream);
        expect(areSameEvents(rows, genuine)).toBe(true);
        expect(rows.map((row) => row.revision)).toEqual(genuine.map((row) => row.revision));
        expect(rows.slice(0, last).map((row) => row.position)).toEqual(
          genuine.slice(0, last).map((row) => row.position),
        );
        expect((await log.log.verify()).places).toEqual([]);
      }
    log.log.restartCheckpointer();
    await log.log.untilAllHaveLeaves();
    expect((await log.log.verify()).places).toEqual([]);
  });
});
