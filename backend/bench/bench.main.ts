import { ADMIN_SIZES, benchAdmin } from './admin.bench.js';
import { benchAudit } from './audit.bench.js';
import { BenchEnvironment } from './bench-environment.js';
import { benchDecode } from './decode.bench.js';
import { benchDocuments } from './document.bench.js';
import { benchEventStore } from './event-store.bench.js';
import { benchEventStoreDb } from './eventstoredb.bench.js';
import { benchGrowth, SIZES } from './growth.bench.js';
import { benchJourneys } from './journeys.bench.js';
import { benchReading } from './reading.bench.js';
import { benchRebuild } from './rebuild.bench.js';
import { benchRemote } from './remote.bench.js';
import { machineOf, tableOf } from './report.js';
import { failuresText, isKept, runSections, type Section, selectSections } from './sections.js';
import { benchStarting } from './starting.bench.js';
import { benchStripe } from './stripe.bench.js';
import { benchVisibility } from './visibility.bench.js';

/**
 * `npm run bench [-- <section> [<size> …] …]` measures every promised figure in one run, each beside its
 * baseline. A smaller size makes a quick check, and a larger size measures more. A size is a number of:
 * - events in the log (`store`, `audit`, `growth`)
 * - existing NDAs (`rebuild`, `read`, `start`, `admin`) or agreements to make (`decode`, `remote`, `stripe`)
 * - documents (`document`), seconds (`journeys`) or seconds of each round (`visible`)
 *
 * The sizes of `growth` are added to its default sizes. The sizes of `admin` replace its default sizes. Every
 * other section takes one size, except `eventstoredb`, which takes none.
 */

const NDAS = 10_000;
/**
 * Default number of NDAs if `rebuild` does not run. `rebuild` needs more NDAs, because its promised figure is
 * for 200,000 events.
 */
const NDAS_WITHOUT_REBUILD = 1_000;

const sections: Readonly<Record<string, Section<BenchEnvironment>>> = {
  store: (environment, [events]) => benchEventStore(environment, events),
  eventstoredb: benchEventStoreDb,
  decode: (environment, [ndas]) => benchDecode(environment, ndas),
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
  // Must be the last section, because it stops the server, and `npm start` takes over the data.
  start: benchStarting,
};

/** These sections share one fixture. If several of them are given a size, the first size is used. */
const ON_FIXTURE = ['rebuild', 'read', 'start'];
/**
 * Sections that run only if they are named. `growth` counts reads and measures no times. `npm run test:long`
 * runs it.
 */
const ALONE = ['growth'];

async function main(words: readonly string[]): Promise<boolean> {
  const selected = selectSections(words, Object.keys(sections), ALONE);
  const [asked] = [...ON_FIXTURE].flatMap((name) => selected.get(name) ?? []);
  const environment = await BenchEnvironment.create(
    asked ?? (selected.has('rebuild') ? NDAS : NDAS_WITHOUT_REBUILD),
  );
  try {
    const tell = (text: string): void => void process.stderr.write(`${text}\n`);
    const outcome = await runSections(sections, selected, environment, tell);
    process.stdout.write(`${machineOf(environment.postgresVersion)}\n\n${tableOf(outcome.lines)}\n`);
    process.stdout.write(failuresText(outcome.broken));
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
