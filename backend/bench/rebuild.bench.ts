import { projectionsOf } from '#src/app/projections';
import { rebuildProjection } from '#src/eventsourcing/projections/rebuild';
import { EVENTS_EACH } from './agreements.js';
import type { BenchEnvironment } from './bench-environment.js';
import { readBackend } from './logged-in-calls.js';
import { atLeast, type Line } from './report.js';
import { median } from './statistics.js';

const ROUNDS = 3;
const LEAST = 20_000;
/**
 * Queries that count the complete agreements in each read model. They show if a rebuild has left out
 * anything.
 */
const WHOLE = {
  ndas: `SELECT count(*)::int AS whole FROM ndas WHERE revision = ${EVENTS_EACH - 1} AND status = 'sent'
    AND sealed ?& ARRAY['created', 'party1Signed', 'party2Signed']`,
  figures: "SELECT value::int AS whole FROM figure_sums WHERE name = 'status' AND part = 'sent'",
  'nda-search': 'SELECT count(*)::int AS whole FROM nda_search WHERE cardinality(idea_title) > 0',
} as const;

/** Rebuilds read models as `siegel projections:rebuild` does, outside the process of a serving backend. */
export async function benchRebuild(environment: BenchEnvironment): Promise<Line[]> {
  const { length: ndas } = await environment.fixture();
  const client = await environment.client(environment.url);
  const assertWhole = async (name: keyof typeof WHOLE): Promise<void> => {
    const { rows } = await client.query<{ whole: number }>(WHOLE[name]);
    if (rows[0]?.whole !== ndas) throw new Error(`${rows[0]?.whole} of ${ndas} are whole in ${name}`);
  };
  // This log was written all at once, so many jobs follow from it. They are not measured here.
  await readBackend(environment, { databaseUrl: environment.url });
  await assertWhole('ndas');
  return environment.infrastructure(async (infrastructure) => {
    const lines: Line[] = [];
    for (const projection of projectionsOf(infrastructure)) {
      const name = projection.name as keyof typeof WHOLE;
      if (!(name in WHOLE)) continue;
      const rates: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const result = await rebuildProjection({ ...infrastructure, projection });
        if (result === undefined) throw new Error('nothing was rebuilt');
        await assertWhole(name);
        rates.push((result.events * 1000) / result.milliseconds);
      }
      const what = `rebuild of ${name}, ${ndas * EVENTS_EACH} events of ${ndas} NDAs`;
      lines.push(atLeast(what, median(rates), LEAST, 'events/s'));
    }
    return lines;
  });
}
