import type { ObligationView } from '@siegel/contracts/admin/views';
import type TestAgent from 'supertest/lib/agent.js';
import { StreamRecords } from '../closed-streams/records.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import { systemContext } from '../bus/system-context.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import { until } from '../platform/testing/until.js';
import { payment } from '../trust-stream/testing/samples.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { withdrawalStream } from '../withdrawals/model/withdrawal.events.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../../testing/backend/test-backend.js';
import { act, payWrongAmount } from '../../testing/steps/act.js';
import { signedByBoth } from '../../testing/steps/steps.js';

const LIST = '/api/admin/obligations';

let test: TestBackend;
let admin: TestAgent;
beforeAll(async () => {
  test = await startTestBackend();
  admin = test.browser();
  await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
});
afterAll(() => test.stop());

const list = async (query: string): Promise<ObligationView[]> =>
  (await admin.get(`${LIST}?pageSize=100&${query}`).expect(200)).body.items;
const parts = () => test.backend.infrastructure;
const context = () => systemContext(parts().clock, newId());

/** Ends a stream before its event at this revision, as `siegel log:repair --end` records it. */
async function end(stream: string, revision: number): Promise<void> {
  const { records, commands, pool } = parts();
  await alterEvent(pool, stream, revision);
  const command = { type: 'RecordEnded', stream, last: null, fault: 'hash', reason: 'a drill' } as const;
  const last = revision === 0 ? null : { revision: revision - 1, hash: 'ab'.repeat(32) };
  await new StreamRecords(commands).run(stream, { ...command, last }, context());
  await until(() => records.isEnded(stream));
}

describe('what is owed in an agreement that the operator ended', () => {
  let ndaId: string;
  let stream: string;
  beforeAll(async () => {
    ndaId = await signedByBoth(test.browser());
    stream = ndaStream(ndaId);
    await payWrongAmount(test, ndaId);
    await act(test, ndaId, { type: 'SetLegalHold', reason: 'x' });
    await until(async () => (await list(`ndaId=${ndaId}&kind=refund`)).length === 1);
    const { revision } = await parts().commands.state(ndaDecider, ndaId);
    await end(stream, revision);
    const { commands, clock } = parts();
    const keeper = new ReportKeeper({ commands, clock, logger: silentLogger });
    const facts = { ...payment, paymentIntentId: 'pi_late' };
    await keeper.keep(stream, { kind: 'payment', facts }, ['pi_late']);
    await keeper.keep(stream, { kind: 'dispute', facts: { party: 2 } }, [2]);
    await until(async () => (await list(`ndaId=${ndaId}`)).length === 3);
  });

  it('is what a person has to look at: what the events say that count, and the kept reports, without amounts', async () => {
    const waits = { amount: null, currency: null, lastError: 'stream_ended', closable: true };
    expect((await list(`ndaId=${ndaId}&kind=refund`)).map(({ reference }) => reference)).toEqual([
      `pi_${ndaId}`,
      'pi_late',
    ]);
    for (const one of await list(`ndaId=${ndaId}`)) expect(one).toMatchObject(waits);
    expect(await list(`ndaId=${ndaId}&kind=dispute`)).toMatchObject([{ party: 2, reference: null }]);
  });

  it('ends by the word of the admin, which the records keep, once', async () => {
    const all = await list(`ndaId=${ndaId}`);
    for (const { id } of all) await admin.post(`${LIST}/${id}/close`).send({ note: 'Done' }).expect(204);
    // The answer waits only for a limited time until the list is up to date.
    await until(async () => (await list(`ndaId=${ndaId}`)).length === 0);
    for (const { id } of all) await admin.post(`${LIST}/${id}/close`).send({}).expect(204);
    const { rows } = await parts().pool.query<{ data: Buffer }>(
      `SELECT data FROM event_store.events WHERE stream = $1 AND type = 'EndedObligationClosed.v1'`,
      [recordsStream(stream)],
    );
    expect(rows.map(({ data }) => JSON.parse(data.toString('utf8')).open.about).toSorted()).toEqual(
      all.map(({ id }) => id).toSorted(),
    );
    expect(JSON.stringify(rows.map(({ data }) => data.toString('utf8')))).not.toContain('Done');
  });

  it('needs an obligation of this agreement', async () => {
    await admin.post(`${LIST}/${newId()}/close`).send({}).expect(404);
  });
});

describe('a withdrawal whose stream was ended', () => {
  async function declared(): Promise<{ readonly id: string; readonly number: string }> {
    // An address gets only a few receipts.
    const body = { name: 'Grace', email: `grace-${newId()}@example.org`, reference: 'x' };
    const { number } = (await test.browser().post('/api/withdrawals').send(body).expect(202)).body;
    const { id } = await until(async () =>
      (await list('kind=withdrawal')).find((one) => one.reference === number),
    );
    return { id, number };
  }
  /** Declares a withdrawal, and ends its stream before the event with this revision. */
  async function endedWithdrawal(revision: number) {
    const { id, number } = await declared();
    const { rows } = await parts().pool.query<{ id: string }>(
      'SELECT id FROM withdrawals WHERE declared_by_event = $1',
      [id],
    );
    const row = rows[0]?.id ?? '';
    const stream = withdrawalStream(row);
    // The receipt is the second event.
    await until(async () => (await parts().store.readStream(stream)).length === 2);
    await end(stream, revision);
    return { id, number, row, stream };
  }
  const withdrawals = async (): Promise<string[]> => (await list('kind=withdrawal')).map(({ id }) => id);

  it('is answered and closed as always', async () => {
    const { id, number } = await endedWithdrawal(1);
    expect((await list('kind=withdrawal')).find((one) => one.id === id)).toMatchObject({
      reference: number,
      lastError: 'stream_ended',
      closable: true,
    });
    await admin.post(`${LIST}/${id}/close`).send({}).expect(204);
    await until(async () => !(await withdrawals()).includes(id));
    await admin.post(`${LIST}/${id}/close`).send({}).expect(204);
  });

  it('is listed and closed only under the id that its stream has, whatever its row says', async () => {
    const { id, row, stream } = await endedWithdrawal(1);
    const other = newId();
    const write = (to: string) =>
      parts().pool.query('UPDATE withdrawals SET declared_by_event = $2 WHERE id = $1', [row, to]);
    await write(other);
    expect(await withdrawals()).not.toContain(other);
    await admin.post(`${LIST}/${other}/close`).send({}).expect(409);
    expect((await new StreamRecords(parts().commands).read(stream)).over).toEqual([]);
    await write(id);
    expect(await withdrawals()).toContain(id);
  });

  it('is over without hiding what another stream owes', async () => {
    const { stream } = await endedWithdrawal(1);
    const { id: about } = await declared();
    const { commands, records } = parts();
    const command = { type: 'CloseEndedObligation', stream, about } as const;
    await new StreamRecords(commands).run(stream, command, context());
    await until(() => records.isOver(stream, about));
    expect(await withdrawals()).toContain(about);
    await admin.post(`${LIST}/${about}/close`).send({}).expect(204);
    await until(async () => !(await withdrawals()).includes(about));
  });

  it('is owed no longer if its declaration does not count', async () => {
    const { id } = await endedWithdrawal(0);
    expect(await withdrawals()).not.toContain(id);
    // The row is not rebuilt here, and still has it.
    await admin.post(`${LIST}/${id}/close`).send({}).expect(409);
  });
});
