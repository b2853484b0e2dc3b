import { projectionsOf } from '#src/app/projections';
import { rebuildProjection } from '#src/eventsourcing/projections/rebuild';
import { until } from '#src/platform/testing/until';
import { EVENTS_EACH } from './agreements.js';
import type { BenchEnvironment } from './bench-environment.js';
import { atLeast, type Line } from './report.js';
import { caughtUp, putOffJobs, settled } from './running.js';
import { median } from './statistics.js';

const ROUNDS = 3;
const LEAST = 20_000;
const CATCH_UP_MS = 180_000;
/** How many agreements each read model has to their end: a fast rebuild that left something out would be none. */
const WHOLE = {
  ndas: `SELECT count(*)::int AS whole FROM ndas WHERE revision = ${EVENTS_EACH - 1} AND status = 'sent'
    AND sealed ?& ARRAY['created', 'party1Signed', 'party2Signed']`,
  figures: "SELECT value::int AS whole FROM figure_sums WHERE name = 'status' AND part = 'sent'",
  'nda-search': 'SELECT count(*)::int AS whole FROM nda_search WHERE cardinality(idea_title) > 0',
} as const;

/** As `siegel projections:rebuild` does it, in a process of its own beside a serving backend. */
export async function benchRebuild(environment: BenchEnvironment): Promise<Line[]> {
  const { length: ndas } = await environment.fixture();
  const client = await environment.client(environment.url);
  const wholeOf = async (name: keyof typeof WHOLE): Promise<number> =>
    (await client.query<{ whole: number }>(WHOLE[name])).rows[0]?.whole ?? 0;
  const { port } = await environment.backend({ databaseUrl: environment.url });
  // What it has to look at in a log that was written all at once is not what this measures.
  await caughtUp(port);
  await putOffJobs(client);
  await settled(port);
  await until(async () => (await wholeOf('ndas')) === ndas, CATCH_UP_MS);
  return environment.infrastructure(async (infrastructure) => {
    const lines: Line[] = [];
    for (const projection of projectionsOf(infrastructure)) {
      const name = projection.name as keyof typeof WHOLE;
      if (!(name in WHOLE)) continue;
      const rates: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const result = await rebuildProjection({ ...infrastructure, projection });
        if (result === undefined) throw new Error('nothing was rebuilt');
        const whole = await wholeOf(name);
        if (whole !== ndas) throw new Error(`${whole} of ${ndas} are whole after the rebuild of ${name}`);
        rates.push((result.events * 1000) / result.milliseconds);
      }
      const what = `rebuild of ${name}, ${ndas * EVENTS_EACH} events of ${ndas} NDAs`;
      lines.push(atLeast(what, median(rates), LEAST, 'events/s'));
    }
    return lines;
  });
}
