import { ADMIN_SIZES, benchAdmin } from './admin.bench.js';
import { AUDIT_EVENTS, benchAudit } from './audit.bench.js';
import { benchCost, COST_AGREEMENTS } from './cost.bench.js';
import { benchDocuments } from './document.bench.js';
import { benchEventStore } from './event-store.bench.js';
import { benchEventStoreDb } from './eventstoredb.bench.js';
import { benchGrowth, SIZES } from './growth.bench.js';
import { benchJourneys } from './journeys.bench.js';
import { benchReading } from './reading.bench.js';
import { benchRemote } from './remote.bench.js';
import { benchRebuild } from './rebuild.bench.js';
import { benchReconciliation } from './reconciliation.bench.js';
import { benchStripe } from './stripe.bench.js';
import { benchStarting } from './starting.bench.js';
import { machineOf, tableOf } from './report.js';
import { brokenText, isKept, runSections, type Section, wishOf } from './sections.js';
import { benchTwoProcesses } from './two-processes.bench.js';
import { benchVisibility } from './visibility.bench.js';
import { BenchEnvironment } from './bench-environment.js';

/**
 * `npm run bench [-- <section> …]`: every figure that is promised, in one run, beside what it is measured by.
 * Numbers beside the names are sizes: for `growth` further ones, in events; for `admin` all of its sizes, in NDAs; for
 * `audit` the size of its log, in events; for `cost` how many agreements are made.
 */

const NDAS = 10_000;
/** Enough for reading and starting; the rebuild's figure is promised for 200 000 events. */
const NDAS_WITHOUT_REBUILD = 1_000;

const sections: Readonly<Record<string, Section<BenchEnvironment>>> = {
  store: async (environment) => [
    ...(await benchEventStore(await environment.emptyDatabase('event_store'))),
    ...(await benchTwoProcesses(await environment.emptyDatabase('two_processes'))),
  ],
  eventstoredb: benchEventStoreDb,
  visible: benchVisibility,
  document: benchDocuments,
  journeys: benchJourneys,
  cost: (environment, [agreements = COST_AGREEMENTS]) => benchCost(environment, agreements),
  remote: benchRemote,
  stripe: benchStripe,
  rebuild: benchRebuild,
  reconciliation: benchReconciliation,
  read: benchReading,
  admin: (environment, sizes) => benchAdmin(environment, sizes.length > 0 ? sizes : ADMIN_SIZES),
  audit: (environment, [events = AUDIT_EVENTS]) => benchAudit(environment, events),
  growth: (environment, sizes) => benchGrowth(environment, [...SIZES, ...sizes]),
  // The last one: it stops the server and lets `npm start` have its data.
  start: benchStarting,
};

/** It counts and takes no times, so that `npm run test:long` runs it, and nobody who asks for speeds waits for it. */
const ALONE = ['growth'];

async function main(words: readonly string[]): Promise<boolean> {
  const wish = wishOf(words, Object.keys(sections), ALONE);
  const environment = await BenchEnvironment.create(
    wish.names.includes('rebuild') ? NDAS : NDAS_WITHOUT_REBUILD,
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
