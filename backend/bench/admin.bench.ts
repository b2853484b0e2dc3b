import { SETTLE_VOUCHER_TASK } from '#src/payments/settle-redeemed-vouchers';
import { adminCalls, fillVisits } from './admin-calls.js';
import type { BenchEnvironment } from './bench-environment.js';
import { GROWN_EVENTS_EACH, growTo } from './growing-log.js';
import { paceLine, readBackend, type Slowest, slowestOf } from './logged-in-calls.js';
import { namedPeople } from './people.js';
import { atMost, type Line, notSlower } from './report.js';

/** The default numbers of NDAs. There are ten times as many page views. */
export const ADMIN_SIZES = [2_000, 20_000];
const VIEWS_EACH = 10;
/**
 * Returns the number of calls. It is smaller if there are few NDAs, for a quick check that the section works.
 */
const callsFor = (ndas: number): number => Math.min(20_000, 2 * ndas);
/**
 * Limit for an idle machine. The bench multiplies it by the factor by which this machine is currently slower
 * than an idle machine.
 */
const MOST_MS = 50;
/** Limit on the factor by which a call's time grows from one size to the next. */
const MOST_GROWTH = 2;
const IDS = 500;

/**
 * Measures the admin's calls on a service with years of data. Calls of all kinds are mixed, and several calls
 * run at once. The bench writes the agreements through the journal, and the visits directly into their
 * tables.
 * @param sizes numbers of NDAs; only the last number has limits
 */
export async function benchAdmin(environment: BenchEnvironment, sizes: readonly number[]): Promise<Line[]> {
  const measured: Measured[] = [];
  for (const ndas of sizes) {
    process.stderr.write(`admin with ${ndas} NDAs …\n`);
    measured.push({ ndas, ...(await measure(environment, ndas)) });
    await environment.tidy();
  }
  return linesOf(measured);
}

interface Measured extends Slowest {
  readonly ndas: number;
}

async function measure(environment: BenchEnvironment, ndas: number): Promise<Slowest> {
  const databaseUrl = await environment.emptyDatabase('admin');
  await environment.infrastructure(
    (infrastructure) => growTo(infrastructure, 0, ndas * GROWN_EVENTS_EACH, namedPeople),
    databaseUrl,
  );
  // With the default periods, retention would at once erase all uncompleted agreements of this log, and all
  // vouchers used long ago. The bench does not measure these erasures, so it sets longer periods.
  const env = { RETENTION_UNFINISHED_DAYS: '3653', RETENTION_VOUCHER_DAYS: '3650' };
  const port = await readBackend(environment, { databaseUrl, env }, [SETTLE_VOUCHER_TASK]);
  const client = await environment.client(databaseUrl);
  await fillVisits(client, VIEWS_EACH * ndas);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM ndas WHERE erased_at IS NULL ORDER BY id DESC LIMIT ${IDS}`,
  );
  const calls = adminCalls(
    ndas,
    rows.map(({ id }) => id),
  );
  return slowestOf(environment, { port, calls, count: callsFor(ndas) });
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
    return [limit, notSlower(`  baseline: with ${young?.ndas ?? 0} NDAs`, growth)];
  });
  return [paceLine(old.slower), ...lines];
}
