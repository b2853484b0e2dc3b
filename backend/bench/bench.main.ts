import { ADMIN_SIZES, benchAdmin } from './admin.bench.js';
import { benchAudit } from './audit.bench.js';
import { BenchEnvironment } from './bench-environment.js';
import { benchDocuments } from './document.bench.js';
import { benchEventStore } from './event-store.bench.js';
import { benchEventStoreDb } from './eventstoredb.bench.js';
import { benchGrowth, SIZES } from './growth.bench.js';
import { benchJourneys } from './journeys.bench.js';
import { benchReading } from './reading.bench.js';
import { benchRebuild } from './rebuild.bench.js';
import { benchRemote } from './remote.bench.js';
import { machineOf, tableOf } from './report.js';
import { brokenText, isKept, runSections, type Section, wishOf } from './sections.js';
import { benchStarting } from './starting.bench.js';
import { benchStripe } from './stripe.bench.js';
import { benchVisibility } from './visibility.bench.js';

/**
 * `npm run bench [-- <section> [<size> …] …]`: every figure that is promised, in one run, beside what it is measured by.
 * Sizes: for `growth` further ones, in events; for `admin` all of its sizes, in NDAs; for all others one, to try whether
 * a section works, or to measure more: events of the log (`store`, `audit`), agreements (`remote`, `stripe`),
 * NDAs that are there (`rebuild`, `read`, `start`), documents (`document`), seconds (`journeys`, of a round `visible`).
 */

const NDAS = 10_000;
/** Enough for reading and starting; the rebuild's figure is promised for 200 000 events. */
const NDAS_WITHOUT_REBUILD = 1_000;

const sections: Readonly<Record<string, Section<BenchEnvironment>>> = {
  store: (environment, [events]) => benchEventStore(environment, events),
  eventstoredb: benchEventStoreDb,
  visible: (environment, [seconds]) => benchVisibility(environment, seconds),
  document: (environment, [documents]) => benchDocuments(environment, documents),
  journeys: (environment, [seconds]) => benchJourneys(environment, seconds),
  remote: (environment, [people]) => benchRemote(environment, people),
  stripe: (environment, [orders]) => benchStripe(environment, orders),
  rebuild: benchRebuild,
  read: benchReading,
  admin: (environment, sizes) => benchAdmin(environment, sizes.length > 0 ? sizes : ADMIN_SIZES),
  audit: (environment, [events]) => benchAudit(environment, events),
  growth: (environment, sizes) => benchGrowth(environment, [...SIZES, ...sizes]),
  // The last one: it stops the server and lets `npm start` have its data.
  start: benchStarting,
};

/** They share what is there; of their sizes the first one counts. */
const ON_FIXTURE = ['rebuild', 'read', 'start'];
/** It counts and takes no times, so that `npm run test:long` runs it, and nobody who asks for speeds waits for it. */
const ALONE = ['growth'];

async function main(words: readonly string[]): Promise<boolean> {
  const wish = wishOf(words, Object.keys(sections), ALONE);
  const [asked] = [...ON_FIXTURE].flatMap((name) => wish.get(name) ?? []);
  const environment = await BenchEnvironment.create(
    asked ?? (wish.has('rebuild') ? NDAS : NDAS_WITHOUT_REBUILD),
  );
  try {
    const tell = (text: string): void => void process.stderr.write(`${text}\n`);
    const outcome = await runSections(sections, wish, environment, tell);
    process.stdout.write(`${machineOf(environment.postgresVersion)}\n\n${tableOf(outcome.lines)}\n`);
    process.stdout.write(brokenText(outcome.broken));
    return isKept(outcome);
  } finally {
    await environment.remove();
  }
}

main(process.argv.slice(2)).then(
  (kept) => process.exit(kept ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
