import { Client } from 'pg';
import { adminCalls, type AdminSize, fillVisits } from './admin-calls.js';
import { SETTLE_VOUCHER_TASK } from '#src/payments/settle-redeemed-vouchers';
import type { BenchEnvironment } from './bench-environment.js';
import { Child } from './child.js';
import { GROWN_EVENTS_EACH } from './growing-log.js';
import { login, type Paced, pacedSlowestOf, paceLine, slowestOf } from './office.js';
import { atMost, type Line, notSlower } from './report.js';
import { putOffJobs } from './settled.js';
import type { BackendWish } from './whole-backend.js';

/** NDAs, where none are named; page views are ten times as many. */
export const ADMIN_SIZES = [2_000, 20_000];
const VIEWS_EACH = 10;
/** Fewer where there are few NDAs, for who only tries whether all of it works. */
const callsFor = (ndas: number): number => Math.min(20_000, 2 * ndas);
/** On an idle machine; stretched by how slow this one is now. */
const MOST_MS = 50;
/** From one size to the next one. */
const MOST_GROWTH = 2;
const WARM_UP_CALLS = 200;
const IDS = 500;

/**
 * What the admin asks of a service of years, whose agreements came through the journal and whose visits straight into
 * their tables: calls of all kinds, mixed, some at once.
 * @param sizes numbers of NDAs; only the last one has limits
 */
export async function benchAdmin(environment: BenchEnvironment, sizes: readonly number[]): Promise<Line[]> {
  const measured: Measured[] = [];
  for (const ndas of sizes) {
    process.stderr.write(`admin with ${ndas} NDAs …\n`);
    measured.push({ ndas, ...(await measure(environment, { ndas, views: VIEWS_EACH * ndas })) });
  }
  return linesOf(measured);
}

interface Measured extends Paced {
  readonly ndas: number;
}

async function measure(environment: BenchEnvironment, size: AdminSize): Promise<Paced> {
  const wish = {
    databaseUrl: await environment.emptyDatabase('admin'),
    dataDir: environment.dataDir,
    // What was signed once and never completed, and what vouchers were used long ago, is over by these rules. To end
    // so much at once is not what this measures.
    env: { RETENTION_UNFINISHED_DAYS: '3653', RETENTION_VOUCHER_DAYS: '3650' },
  };
  await grow(wish, size.ndas);
  const backend = Child.start('backend.main');
  try {
    const { port } = await backend.ask<{ port: number }>('start', wish);
    await backend.ask('caughtUp');
    await putOffJobs(wish.databaseUrl, [SETTLE_VOUCHER_TASK]);
    await backend.ask('settled');
    const ids = await fill(wish.databaseUrl, size);
    const cookie = await login(port, environment.dataDir);
    const asked = { port, cookie, calls: adminCalls(size, ids) };
    await slowestOf({ ...asked, count: WARM_UP_CALLS });
    return await pacedSlowestOf({ ...asked, count: callsFor(size.ndas) }, environment.dataDir);
  } finally {
    await backend.stop();
  }
}

async function grow(wish: BackendWish, ndas: number): Promise<void> {
  const child = Child.start('audit.main');
  try {
    await child.ask('start', wish);
    await child.ask('growNamed', ndas * GROWN_EVENTS_EACH);
  } finally {
    await child.stop();
  }
}

/** @returns ids of some agreements */
async function fill(databaseUrl: string, size: AdminSize): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fillVisits(client, size);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    const { rows } = await client.query<{ id: string }>('SELECT id FROM ndas ORDER BY id DESC LIMIT $1', [
      IDS,
    ]);
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

function linesOf(measured: readonly Measured[]): Line[] {
  const [old, young] = [measured.at(-1), measured.at(-2)];
  if (old === undefined) return [];
  const lines = [...old.slowest].flatMap(([name, ms]): Line[] => {
    const told = `admin with ${old.ndas} NDAs: ${name}, p95`;
    const before = young?.slowest.get(name);
    const limit = atMost(told, ms, MOST_MS * old.slower, 'ms');
    if (before === undefined) return [limit];
    const growth = { siegel: ms, baseline: before, most: MOST_GROWTH, unit: 'ms' };
    return [limit, notSlower(`  beside ${young?.ndas ?? 0} NDAs`, growth)];
  });
  return [paceLine(old.slower), ...lines];
}
