import { DAY_MS, PRICE_PER_PARTY } from '@siegel/contracts/limits';
import { type Counts, recount } from '#src/analytics/testing/recount';
import type { Infrastructure } from '#src/app/infrastructure';
import type { Recorded } from '#src/eventsourcing/journal/event';
import { NDA_STREAM_PREFIX, type NdaEvent } from '#src/nda/nda.events';
import { chargedBack, refundDue } from '#src/nda/testing/samples';
import { fillVisits } from './admin-calls.js';
import { agreement, contextAt, write } from './agreements.js';
import { BenchEnvironment } from './bench-environment.js';
import { GROWN_EVENTS_EACH, growTo } from './growing-log.js';
import { namedPeople } from './people.js';

/**
 * Fills an empty data folder with the log of a service that has made this many agreements. Prints as JSON the
 * figures that the admin pages must show. The figures are counted only from the log. A browser test uses this
 * program.
 *
 * Usage: `large-log.main.js <data folder> <agreements>`
 */

interface LargeLog {
  readonly counts: Counts;
  /** How often the wizard was opened, by day. */
  readonly views: Counts;
  /** Obligations that wait for a person: their number, and the time of the oldest one, ISO 8601 UTC. */
  readonly waiting: { readonly count: number; readonly oldest: string };
}

const VIEWS_EACH = 10;
const [REFUNDS, CHARGEBACKS] = [25, 12];

/** Writes sent agreements with a chargeback or a due refund, one per day. */
async function owe(infrastructure: Infrastructure): Promise<LargeLog['waiting']> {
  const count = REFUNDS + CHARGEBACKS;
  let oldest = '';
  for (let n = 0; n < count; n += 1) {
    const { id, stream, events } = agreement();
    const paymentIntentId = `pi_${id}`;
    const owed =
      n < REFUNDS
        ? refundDue(PRICE_PER_PARTY, { paymentIntentId })
        : chargedBack('opened', paymentIntentId, PRICE_PER_PARTY);
    const context = contextAt((n + 1) * DAY_MS);
    await write(infrastructure, stream, [...events, owed], context);
    oldest = context.at;
  }
  return { count, oldest };
}

async function histories({ log, journal }: Infrastructure): Promise<Recorded<NdaEvent>[][]> {
  const byStream = new Map<string, Recorded<NdaEvent>[]>();
  for await (const { events } of log.readAll({ after: undefined, streamPrefixes: [NDA_STREAM_PREFIX] }))
    for (const stored of events) {
      const all = byStream.get(stored.stream) ?? [];
      all.push(journal.decode<NdaEvent>(stored));
      byStream.set(stored.stream, all);
    }
  return [...byStream.values()];
}

async function fillViews({ pool }: Infrastructure, ndas: number): Promise<Counts> {
  const client = await pool.connect();
  await fillVisits(client, VIEWS_EACH * ndas);
  const { rows } = await client.query<{ day: string; views: number }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, value AS views FROM visit_sums WHERE kind = 'step'`,
  );
  client.release();
  return Object.fromEntries(rows.map(({ day, views }) => [day, views]));
}

async function fill(dataDir: string, ndas: number): Promise<LargeLog> {
  const environment = await BenchEnvironment.create(0, dataDir);
  try {
    return await environment.infrastructure(async (infrastructure) => {
      await growTo(infrastructure, 0, ndas * GROWN_EVENTS_EACH, namedPeople);
      const waiting = await owe(infrastructure);
      const counts = recount(await histories(infrastructure));
      return { waiting, counts, views: await fillViews(infrastructure, ndas) };
    });
  } finally {
    await environment.stopServer();
  }
}

const [, , dataDir = '', ndas = ''] = process.argv;
fill(dataDir, Number(ndas)).then(
  (log) => process.stdout.write(`${JSON.stringify(log)}\n`),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
