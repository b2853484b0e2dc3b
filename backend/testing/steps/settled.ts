import { reactions } from '#src/app/background-work';
import { STREAM_PREFIXES } from '#src/app/streams';
import { reactionCheckpoint } from '#src/eventsourcing/reactions/runner';
import { readCheckpoints } from '#src/eventsourcing/subscriptions/checkpoints';
import { TAKEN, WAITING } from '#src/platform/jobs/job.entity';
import { until } from '#src/platform/testing/until';
import type { TestBackend } from '../backend/test-backend.js';

/** Waits until each reaction has read the log to its end, and no job is due or running. */
export async function untilSettled(test: TestBackend): Promise<void> {
  const { pool, store } = test.backend.infrastructure;
  const names = new Set(reactions.map(({ name }) => reactionCheckpoint(name)));
  await until(async () => {
    const before = await store.head();
    const places = (await readCheckpoints(pool)).filter(({ name }) => names.has(name));
    if (places.length < names.size) return false;
    for (const { position } of places)
      if (position !== before)
        for await (const { events } of store.readAll({ after: position, streamPrefixes: STREAM_PREFIXES }))
          if (events.length > 0) return false;
    const { rowCount } = await pool.query(
      `SELECT FROM owed_jobs WHERE ${TAKEN} OR (${WAITING} AND run_at <= now()) LIMIT 1`,
    );
    return rowCount === 0 && (await store.head()) === before;
  });
}
