import type { ObligationView } from '@siegel/contracts/admin/views';
import type TestAgent from 'supertest/lib/agent.js';
import type { UntrustedEvent } from '#src/eventsourcing/event-store/event-store';
import { ndaStream } from '#src/nda/nda.events';
import { until } from '#src/platform/testing/until';
import { forgedAfter } from '#src/proof/testing/forged';
import { create } from '../steps/steps.js';
import { Exposition } from '../observed/exposition.js';
import { ticksOf } from '../backend/ticks.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';

const LIST = '/api/admin/obligations';

describe('an event that somebody wrote into the store', () => {
  let test: TestBackend;
  let admin: TestAgent;
  beforeAll(async () => {
    test = await startTestBackend();
    admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  });
  afterAll(() => test.stop());

  const change = (statement: string, values: unknown[]) => test.database.pool.query(statement, values);
  const tampering = async (): Promise<ObligationView | undefined> =>
    (await admin.get(`${LIST}?group=person`).expect(200)).body.items.find(
      ({ kind }: ObligationView) => kind === 'tampering',
    );
  const metrics = async (): Promise<Exposition> =>
    new Exposition((await test.browser().get('/metrics').expect(200)).text);
  const found = async () => (await metrics()).value('siegel_tampering_found_total', { kind: 'event' }) ?? 0;
  const tick = async (task: string): Promise<void> => {
    const found = ticksOf(test.backend, test.database.pool).find(({ name }) => name === task);
    if (found === undefined) throw new Error(`there is no ${task}`);
    await found.run(new AbortController().signal);
  };
  const recheck = () => tick('recheck-tampered-streams');
  /** A reader that read an event before its repair may report it after the recheck. The next recheck ends that. */
  const untilWhole = () =>
    until(async () => {
      await recheck();
      return (await tampering()) === undefined;
    });

  /** Appends a forged event to the stream, as somebody with write access to the store can. */
  async function forge(stream: string, position = 'DEFAULT') {
    const { store, trust } = test.backend.infrastructure;
    const last = (await store.readStream(stream)).at(-1) as UntrustedEvent;
    const event = forgedAfter(last, trust.keys.log);
    const { revision, id, type, data, metadata } = event;
    await change(
      `INSERT INTO event_store.events (position, stream, revision, id, type, data, metadata) VALUES (${position}, $1, $2, $3, $4, $5, $6)`,
      [stream, revision, id, type, Buffer.from(data), Buffer.from(metadata)],
    );
    return event;
  }

  it('is an obligation at once if it is at the end of the log, and until the stream is whole again', async () => {
    const browser = test.browser();
    const id = await create(browser);
    await until(async () => (await metrics()).value('siegel_closed_streams') === 0);
    const before = await found();
    const { stream, revision } = await forge(ndaStream(id));
    // The subscriptions notice a new event that a transaction of the service appends after it.
    await create(test.browser());
    const owed = await until(tampering);
    expect(owed).toMatchObject({ ndaId: null, reference: '1', closable: false, amount: null });
    expect(await found()).toBe(before + 1);
    await until(async () => (await metrics()).value('siegel_closed_streams') === 1);
    await admin.post(`${LIST}/${owed.id}/close`).send({}).expect(409);
    await recheck();
    expect(await tampering()).toBeDefined();

    await change('DELETE FROM event_store.events WHERE stream = $1 AND revision = $2', [stream, revision]);
    await untilWhole();
    await until(async () => (await metrics()).value('siegel_closed_streams') === 0);
  });

  it('is an obligation too if it is far behind the end of the log, where it hides no later event', async () => {
    await untilWhole();
    const before = await found();
    const { stream, revision } = await forge(ndaStream(await create(test.browser())), '1000000');
    const later = await create(test.browser());
    await until(async () => (await change('SELECT FROM ndas WHERE id = $1', [later])).rowCount === 1);
    await tick('find-misplaced-events');
    expect(await until(tampering)).toMatchObject({ reference: '1' });
    expect(await found()).toBe(before + 1);
    await change('DELETE FROM event_store.events WHERE stream = $1 AND revision = $2', [stream, revision]);
    await untilWhole();
  });

  it('is an obligation as soon as anybody loads its stream, wherever it is in the log', async () => {
    await untilWhole();
    const browser = test.browser();
    const id = await create(browser);
    const stream = ndaStream(id);
    await create(test.browser());
    const before = await found();
    await change("UPDATE event_store.events SET data = data || ' '::bytea WHERE stream = $1", [stream]);
    test.backend.infrastructure.log.load(stream).catch(() => undefined);
    expect(await until(tampering)).toMatchObject({ reference: '1' });
    expect(await found()).toBe(before + 1);
  });
});
