import { EventsLost } from '#src/app/lost-events';
import { adoptDatabase, NO_DECISIONS } from '#src/cli/adopt-database';
import type { AcceptedPlace } from '#src/eventsourcing/trust/adoption';
import { placeName } from '#src/eventsourcing/trust/place-names';
import { ndaStream } from '#src/nda/nda.events';
import type { AdoptionResult } from '#src/proof/adopt-log';
import { until } from '#src/platform/testing/until';
import { startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { create, read } from '../steps/steps.js';

describe('a service whose log lost events', () => {
  let first: TestBackend;
  let started: TestBackend | undefined;
  afterAll(async () => {
    await started?.stop();
    await first.database.drop();
  });

  const adopt = (accept: readonly AcceptedPlace[] = []): Promise<AdoptionResult> =>
    adoptDatabase({
      databaseUrl: first.database.url,
      secrets: first.secrets,
      decisions: { ...NO_DECISIONS, accept, reason: 'the restore lost it' },
    });

  it('starts again only after the operator accepted each loss by name, and goes on with the rest', async () => {
    first = await startTestBackend();
    const { database, secrets } = first;
    const browser = first.browser();
    const [lost, kept] = [await create(browser), await create(browser)];
    const { rows } = await database.pool.query('SELECT count(*)::int AS n FROM event_store.events');
    await until(async () => {
      const leaves = await database.pool.query('SELECT count(*)::int AS n FROM log_leaves');
      return leaves.rows[0]?.n === rows[0]?.n;
    });
    await first.backend.stop();
    // Signs a checkpoint, without which nothing shows that an event is lost.
    expect(await adopt()).toMatchObject({ adopted: true, statement: undefined });
    await database.pool.query('DELETE FROM event_store.events WHERE stream = $1', [ndaStream(lost)]);

    const start = (logAdopted?: string) =>
      startTestBackend({ on: { database, secrets: { ...secrets, logAdopted } } });
    await expect(start()).rejects.toThrow(EventsLost);
    await expect(start()).rejects.toThrow(`${ndaStream(lost)}@0`);
    const refused = await adopt();
    const open = refused.adopted ? [] : refused.open;
    expect(open.map(placeName)).toContain(`${ndaStream(lost)}@0`);
    expect(open.every(({ stream }) => stream === ndaStream(lost))).toBe(true);
    const result = await adopt(open);
    started = await start(result.adopted ? result.statement : undefined);
    const again = Object.assign(started.browser(), { jar: browser.jar });
    expect(await read(again, kept)).toMatchObject({ id: kept });
    await again.get(`/api/ndas/${lost}`).expect(404);
  });
});
