import type { ObligationView } from '@siegel/contracts/admin/views';
import type TestAgent from 'supertest/lib/agent.js';
import { systemContext } from '../../bus/system-context.js';
import { StreamRecords } from '../../closed-streams/records.js';
import { ReportKeeper } from '../../closed-streams/report-keeper.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import { ndaStream } from '../../nda/nda.events.js';
import { readConfig } from '../../platform/config/config.js';
import { newId } from '../../platform/crypto/ids.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { until } from '../../platform/testing/until.js';
import { systemClock } from '../../platform/time/clock.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../../testing/backend/test-backend.js';
import { alterEvent } from '../../../testing/faults/altered-event.js';
import { act, payWrongAmount } from '../../../testing/steps/act.js';
import { signedByBoth } from '../../../testing/steps/steps.js';
import { examine } from './examine.js';

const LIST = '/api/admin/obligations';

let test: TestBackend;
let admin: TestAgent;
beforeAll(async () => {
  test = await startTestBackend();
  admin = test.browser();
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
});
afterAll(() => test.stop());

it('counts the obligations of ended streams that the administration shows', async () => {
  const { records, commands, pool, clock } = test.backend.infrastructure;
  const ndaId = await signedByBoth(test.browser());
  const stream = ndaStream(ndaId);
  const list = async (): Promise<ObligationView[]> => {
    const { body } = await admin.get(`${LIST}?pageSize=100&ndaId=${ndaId}`).expect(200);
    return body.items.filter(({ kind }: ObligationView) => kind === 'refund' || kind === 'dispute');
  };
  const said = async (): Promise<string | undefined> => {
    const { dataDir, secrets, database } = test;
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
    const withinMs = scaledTimeout(5_000);
    const asked = { config, env: {}, secrets, database, clock: systemClock, withinMs };
    return (await examine(asked)).find(({ name }) => name === 'obligations')?.says;
  };
  await payWrongAmount(test, ndaId);
  await until(async () => (await list()).length === 1);
  // The last event is lost, and the event that opened the obligation counts.
  await act(test, ndaId, { type: 'SetLegalHold', reason: 'x' });
  const { revision } = await commands.state(ndaDecider, ndaId);
  await alterEvent(pool, stream, revision);
  const last = { revision: revision - 1, hash: 'ab'.repeat(32) };
  const ending = { type: 'RecordEnded', stream, last, fault: 'hash', reason: 'a drill' } as const;
  await new StreamRecords(commands).run(stream, ending, systemContext(clock, newId()));
  await until(() => records.isEnded(stream));
  const keeper = new ReportKeeper({ commands, clock, logger: silentLogger });
  await keeper.keep(stream, { kind: 'dispute', facts: { party: 2 } }, [2]);
  await until(async () => (await list()).length === 2);
  expect(await said()).toMatch(/refund \(1, .*dispute \(1, |dispute \(1, .*refund \(1, /);
  for (const { id } of await list()) await admin.post(`${LIST}/${id}/close`).send({}).expect(204);
  expect(await list()).toEqual([]);
  expect(await said()).not.toMatch(/refund|dispute/);
});
