import type TestAgent from 'supertest/lib/agent.js';
import { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { noFaults } from '#src/eventsourcing/event-store/eventstoredb/testing/faults';
import { metricsOf } from '../observed/exposition.js';
import { terms } from '../steps/samples.js';
import { create } from '../steps/steps.js';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

const APPEND = { store: 'eventstoredb', operation: 'append' };

describe('an event store that does not answer', () => {
  const server = new ProtocolServer();
  let backend: TestBackend;
  let browser: TestAgent;
  beforeAll(async () => {
    await server.start();
    backend = await startTestBackend({ env: { EVENT_STORE_URL: `${server.url}&defaultDeadline=1500` } });
    browser = backend.browser();
  });
  afterAll(async () => {
    await backend.stop();
    await server.stop();
  });

  const ofStore = async (name: string, labels: Record<string, string> = APPEND): Promise<number> =>
    (await metricsOf(browser)).value(name, labels) ?? Number.NaN;
  const leastLag = async (): Promise<number> =>
    Math.min(...(await metricsOf(browser)).all('subscription_lag_seconds').map(({ value }) => value));

  it('can be seen in appends that wait and fail, and in a lag that grows even without requests', async () => {
    await create(browser);
    await until(async () => (await leastLag()) === 0);
    expect(
      await ofStore('event_store_append_duration_seconds_count', { store: 'eventstoredb' }),
    ).toBeGreaterThan(0);
    const before = await ofStore('event_store_failures_total');
    Object.assign(server.faults, { silentAppends: '' });
    try {
      const asked = Promise.resolve(backend.browser().post('/api/ndas').send(terms));
      await until(async () => (await ofStore('event_store_oldest_pending_seconds')) > 0.1);
      expect((await asked).status).toBe(503);
      expect(await ofStore('event_store_failures_total')).toBeGreaterThan(before);
      Object.assign(server.faults, { silent: true });
      const early = await until(async () => {
        const lag = await leastLag();
        return lag > 5 && lag;
      });
      await until(async () => (await leastLag()) > early + 0.5);
    } finally {
      Object.assign(server.faults, noFaults());
    }
    await until(async () => (await leastLag()) === 0);
    await until(async () => (await ofStore('event_store_oldest_pending_seconds')) === 0);
  });
});
