import type { Infrastructure } from '../app/infrastructure.js';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { acceptUnmarked } from '../eventsourcing/event-store/postgres/marked-events.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';

const REASON = ['--reason', 'a drill'] as const;

describe('a stream whose lost end the operator accepted', () => {
  let log: AttackedLog;
  let stream: string;
  let lost: UntrustedEvent;
  let file: string;
  let operator: Infrastructure;
  beforeEach(async () => {
    log = await AttackedLog.open();
    stream = await log.agreement();
    lost = (await log.rows(stream)).at(-1) as UntrustedEvent;
    file = await log.dump([lost]);
    await log.log.stopCheckpointer();
    await log.pool.query('DELETE FROM event_store.events WHERE id = $1', [lost.id]);
    operator = await log.log.another({ accepted: [{ stream, revision: lost.revision }] });
  });
  afterEach(() => log.stop());

  it('is whole, and still closed for a process in which nobody accepted the loss', async () => {
    expect(await log.repairBy(operator, stream)).toMatchObject({
      isDone: true,
      reports: [{ state: 'whole', findings: [] }],
    });
    expect(await log.repair(stream)).toMatchObject({ reports: [{ state: 'closed', hindrance: 'lost' }] });
  });

  it('loses a foreign event at the place', async () => {
    await acceptUnmarked(log.pool);
    await log.pool.query(
      'INSERT INTO event_store.events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
      [stream, lost.revision, lost.id, 'NdaErased.v1', lost.data, Buffer.from('{}')],
    );
    expect(await log.repairBy(operator, stream, ...REASON)).toMatchObject({
      isDone: true,
      reports: [{ removed: [lost.revision], putBack: [] }],
    });
    expect(await log.rows(stream)).toHaveLength(lost.revision);
  });

  it('gets the lost event back if a file has it after all', async () => {
    expect(await log.repairBy(operator, stream, '--from', file, ...REASON)).toMatchObject({ isDone: true });
    expect((await log.rows(stream)).at(-1)).toEqual(lost);
  });
});
