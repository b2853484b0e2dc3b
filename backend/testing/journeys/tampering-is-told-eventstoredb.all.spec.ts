import type { ObligationView } from '@siegel/contracts/admin/views';
import type TestAgent from 'supertest/lib/agent.js';
import type { UntrustedEvent } from '#src/eventsourcing/event-store/event-store';
import { ndaStream } from '#src/nda/nda.events';
import { until } from '#src/platform/testing/until';
import { forgedAfter } from '#src/proof/testing/forged';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { ticksOf } from '../backend/ticks.js';
import { type AttackedStore, attackedStore } from '../faults/attacked-store.js';
import { create } from '../steps/steps.js';

/** Milliseconds, on an idle machine, within which an event at the end of the log is reported. */
const MINUTE_MS = 60_000;

describe('an event that somebody wrote into EventStoreDB is an obligation', () => {
  let store: AttackedStore;
  let test: TestBackend;
  let admin: TestAgent;
  beforeAll(async () => {
    store = await attackedStore('EventStoreDB');
    test = await startTestBackend({ env: store.env });
    await store.attach(test.database);
    admin = test.browser();
    await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
  });
  afterAll(async () => {
    await test.stop();
    await store.stop();
  });

  const tampering = async (): Promise<ObligationView | undefined> =>
    (await admin.get('/api/admin/obligations?group=person').expect(200)).body.items.find(
      ({ kind }: ObligationView) => kind === 'tampering',
    );
  /** Checks the streams again until none is reported. A reader may report a stream once more after its repair. */
  const untilWhole = () =>
    until(async () => {
      const recheck = ticksOf(test.backend, test.database.pool).find(
        ({ name }) => name === 'recheck-tampered-streams',
      );
      if (recheck === undefined) throw new Error('nothing checks the streams again');
      await recheck.run(new AbortController().signal);
      return (await tampering()) === undefined;
    });

  it('within a minute if it is at the end of the log', async () => {
    const stream = ndaStream(await create(test.browser()));
    const last = (await store.rows(stream)).at(-1);
    if (last === undefined) throw new Error('an agreement has no event');
    const { log } = test.backend.infrastructure.trust.keys;
    const { revision, ...event } = forgedAfter({ ...last, position: '0' } as UntrustedEvent, log);
    await store.append({ ...event, revision });
    expect(await until(tampering, MINUTE_MS)).toMatchObject({ reference: '1', closable: false });
    await store.remove(stream, revision);
    await untilWhole();
  });

  it('at once if anybody loads its stream', async () => {
    const browser = test.browser();
    const id = await create(browser);
    const altered = await store.alter(ndaStream(id), 0);
    await browser.get(`/api/ndas/${id}`);
    expect(await until(tampering)).toMatchObject({ reference: '1' });
    await altered.putBack();
    await untilWhole();
  });
});
