import { Client } from 'pg';
import { DAY_MS, PRICE_PER_PARTY } from '@siegel/contracts/limits';
import { type Counts, recount } from '#src/analytics/testing/recount';
import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { readSecrets } from '#src/app/secrets';
import { fillVisits } from './admin-calls.js';
import { GROWN_EVENTS_EACH, growTo } from './growing-log.js';
import { namedPeople } from './people.js';
import { contextNow, trueNda } from './true-ndas.js';
import { NO_HASH } from '#src/eventsourcing/journal/chain';
import type { Recorded } from '#src/eventsourcing/journal/event';
import { NDA_STREAM_PREFIX, type NdaEvent } from '#src/nda/nda.events';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded';
import { silentLogger } from '#src/platform/logging/logger';

/**
 * Fills an empty data folder with the log of a service that has made some thousand agreements, and prints what the
 * office has to show of it, counted from the log alone. For a test in a browser.
 *   large-office.main.js <data folder> <agreements>
 */

export interface LargeOffice {
  readonly counts: Counts;
  /** Of the wizard, by day. */
  readonly views: Counts;
  /** What waits for a person: how many, and since when the oldest does, ISO 8601 UTC. */
  readonly waiting: { readonly count: number; readonly oldest: string };
}

const VIEWS_EACH = 10;
const [REFUNDS, CHARGEBACKS] = [25, 12];

/** Sent agreements of which money is to go back, one a day. */
async function owe({ journal }: Infrastructure): Promise<LargeOffice['waiting']> {
  const count = REFUNDS + CHARGEBACKS;
  let oldest = '';
  for (let n = 0; n < count; n += 1) {
    const { id, stream, acts } = trueNda('0'.repeat(64));
    const about = { paymentIntentId: `pi_${id}`, amount: PRICE_PER_PARTY, currency: 'EUR' } as const;
    const owed: NdaEvent =
      n < REFUNDS
        ? { type: 'RefundDue', open: { ...about, party: 1, reason: 'excess' } }
        : { type: 'PaymentChargedBack', open: { ...about, state: 'opened' } };
    const events = [acts.created, acts.signed, ...acts.paying, ...acts.inviting, ...acts.ending, owed];
    const at = new Date(Date.now() - (n + 1) * DAY_MS).toISOString();
    await journal.append({ stream, revision: -1, hash: NO_HASH, at: null }, events, { ...contextNow(), at });
    oldest = at;
  }
  return { count, oldest };
}

async function histories({ store, journal }: Infrastructure): Promise<Recorded<NdaEvent>[][]> {
  const byStream = new Map<string, Recorded<NdaEvent>[]>();
  for await (const { events } of store.readAll({ after: undefined, streamPrefixes: [NDA_STREAM_PREFIX] }))
    for (const stored of events) {
      const all = byStream.get(stored.stream) ?? [];
      all.push(journal.decode<NdaEvent>(stored));
      byStream.set(stored.stream, all);
    }
  return [...byStream.values()];
}

async function fillViews(url: string, ndas: number): Promise<Counts> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await fillVisits(client, { ndas, views: VIEWS_EACH * ndas });
    const { rows } = await client.query<{ day: string; views: number }>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, count(*)::integer AS views FROM funnel_events GROUP BY day`,
    );
    return Object.fromEntries(rows.map(({ day, views }) => [day, views]));
  } finally {
    await client.end();
  }
}

async function fill(dataDir: string, ndas: number): Promise<LargeOffice> {
  const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
  try {
    const secrets = await readSecrets({ dataDir, production: false }, {});
    const infrastructure = await openInfrastructure({
      databaseUrl: server.url,
      secrets,
      logger: silentLogger,
    });
    try {
      await growTo(infrastructure, 0, ndas * GROWN_EVENTS_EACH, namedPeople);
      const waiting = await owe(infrastructure);
      return {
        waiting,
        counts: recount(await histories(infrastructure)),
        views: await fillViews(server.url, ndas),
      };
    } finally {
      await infrastructure.close();
    }
  } finally {
    await server.stop();
  }
}

const [, , dataDir = '', ndas = ''] = process.argv;
fill(dataDir, Number(ndas)).then(
  (office) => process.stdout.write(`${JSON.stringify(office)}\n`),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode = 1;
  },
);
