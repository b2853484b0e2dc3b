import type { Pool } from 'pg';
import type { Infrastructure } from '#src/app/infrastructure';
import { projectionsOf } from '#src/app/projections';
import type { Projection } from '#src/eventsourcing/projections/projection';
import { rebuildProjection } from '#src/eventsourcing/projections/rebuild';
import { Child } from './child.js';
import { atLeast, type Line } from './report.js';
import { putOffJobs } from './settled.js';
import { median } from './statistics.js';
import { EVENTS_EACH } from './true-ndas.js';
import type { BenchEnvironment } from './bench-environment.js';

const ROUNDS = 3;
const LEAST = 20_000;
const CATCH_UP_MS = 180_000;

/** As `siegel projections:rebuild` does it, in a process of its own beside a serving backend. */
export async function benchRebuild(environment: BenchEnvironment): Promise<Line[]> {
  const ids = await environment.fixture();
  const backend = Child.start('backend.main');
  const infrastructure = await environment.infrastructure();
  try {
    await backend.ask('start', { databaseUrl: environment.url, dataDir: environment.dataDir });
    // What it has to look at in a log that was written all at once is not what this measures.
    await backend.ask('caughtUp');
    await putOffJobs(environment.url);
    await backend.ask('settled');
    await untilWhole(infrastructure.pool, ids.length);
    const lines: Line[] = [];
    for (const model of readModels(infrastructure))
      lines.push(
        atLeast(
          `rebuild of ${model.projection.name}, ${ids.length * EVENTS_EACH} events of ${ids.length} NDAs`,
          median(await ratesOf(infrastructure, model, ids.length)),
          LEAST,
          'events/s',
        ),
      );
    return lines;
  } finally {
    await infrastructure.close();
    await backend.stop();
  }
}

interface ReadModel {
  readonly projection: Projection;
  /** How many NDAs it has to their end. */
  readonly wholeOf: (pool: Pool) => Promise<number>;
}

async function ratesOf(
  infrastructure: Infrastructure,
  { projection, wholeOf }: ReadModel,
  ndas: number,
): Promise<number[]> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const result = await rebuildProjection({ ...infrastructure, projection });
    if (result === undefined) throw new Error('nothing was rebuilt');
    assertWhole(await wholeOf(infrastructure.pool), ndas);
    rates.push((result.events * 1000) / result.milliseconds);
  }
  return rates;
}

/** The backend's own projection of the fixture, which may be so new that it is under way. */
async function untilWhole(pool: Pool, ndas: number): Promise<void> {
  for (let waited = 0; waited < CATCH_UP_MS; waited += 250) {
    if ((await wholeRows(pool)) === ndas) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the fixture never became visible');
}

/** A fast rebuild that left something out would be none. */
function assertWhole(whole: number, ndas: number): void {
  if (whole !== ndas) throw new Error(`${whole} of ${ndas} NDAs are whole after the rebuild`);
}

async function wholeRows(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ whole: number }>(
    `SELECT count(*)::int AS whole FROM ndas
     WHERE revision = $1 AND status = 'sent' AND sealed ?& ARRAY['created', 'party1Signed', 'party2Signed']`,
    [EVENTS_EACH - 1],
  );
  return rows[0]?.whole ?? 0;
}

async function countedAsSent(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ sent: number }>(
    "SELECT value::int AS sent FROM figure_sums WHERE name = 'status' AND part = 'sent'",
  );
  return rows[0]?.sent ?? 0;
}

async function foundByTitle(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ found: number }>(
    'SELECT count(*)::int AS found FROM nda_search WHERE cardinality(idea_title) > 0',
  );
  return rows[0]?.found ?? 0;
}

const WHOLE: Readonly<Record<string, ReadModel['wholeOf']>> = {
  ndas: wholeRows,
  figures: countedAsSent,
  'nda-search': foundByTitle,
};

const readModels = (infrastructure: Infrastructure): ReadModel[] =>
  Object.entries(WHOLE).map(([name, wholeOf]) => {
    const projection = projectionsOf(infrastructure).find((one) => one.name === name);
    if (projection === undefined) throw new Error(`no projection is named ${name}`);
    return { projection, wholeOf };
  });
