import { ADMIN_SIZES, benchAdmin } from './admin.bench.js';
import { AUDIT_EVENTS, benchAudit } from './audit.bench.js';
import { benchCost, COST_AGREEMENTS } from './cost.bench.js';
import { benchDocuments } from './document.bench.js';
import { benchEventStore } from './event-store.bench.js';
import { benchEventStoreDb, benchSubscriptionMemory } from './eventstoredb.bench.js';
import { benchGrowth, SIZES } from './growth.bench.js';
import { benchHistory } from './history.bench.js';
import { benchJourneys } from './journeys.bench.js';
import { benchReading } from './reading.bench.js';
import { benchReconciliation } from './reconciliation.bench.js';
import { benchRemote } from './remote.bench.js';
import { benchRebuild } from './rebuild.bench.js';
import { benchStripe } from './stripe.bench.js';
import { benchStarting } from './starting.bench.js';
import { type Line, machineOf, ratioLine, tableOf } from './report.js';
import { benchTwoProcesses } from './two-processes.bench.js';
import { benchVisibility } from './visibility.bench.js';
import { BenchEnvironment } from './bench-environment.js';

/**
 * `npm run bench [-- <section> …]`: every figure that is promised, in one run, beside what it is measured by.
 * A number beside the names is one more size for `growth`, in events: `npm run bench -- growth 1000000`. Two are the
 * sizes of `reconciliation`, in agreements; for `admin` the numbers are its sizes, in NDAs; for
 * `audit` the first one is the size of its log, in events, for `cost` how many agreements are made.
 */

const NDAS = 10_000;
/** Enough for reading and starting; the rebuild's figure is promised for 200 000 events. */
const NDAS_WITHOUT_REBUILD = 1_000;

type Section = (environment: BenchEnvironment, sizes: readonly number[]) => Promise<Line[]>;

const sections: Readonly<Record<string, Section>> = {
  store: async (environment) => [
    ...(await benchEventStore(await environment.emptyDatabase('event_store'))).map(ratioLine),
    ...(await benchTwoProcesses(await environment.emptyDatabase('two_processes'))),
  ],
  eventstoredb: async () => [
    ...(await benchEventStoreDb()).map(ratioLine),
    ...(await benchSubscriptionMemory()),
  ],
  visible: benchVisibility,
  history: benchHistory,
  document: benchDocuments,
  journeys: benchJourneys,
  cost: (environment, [agreements = COST_AGREEMENTS]) => benchCost(environment, agreements),
  remote: benchRemote,
  stripe: benchStripe,
  reconciliation: benchReconciliation,
  rebuild: benchRebuild,
  read: benchReading,
  admin: (environment, sizes) => benchAdmin(environment, sizes.length > 0 ? sizes : ADMIN_SIZES),
  audit: (environment, [events = AUDIT_EVENTS]) => benchAudit(environment, events),
  growth: (environment, sizes) => benchGrowth(environment, [...SIZES, ...sizes]),
  // The last one: it stops the server and lets `npm start` have its data.
  start: benchStarting,
};

async function main(words: readonly string[]): Promise<boolean> {
  const names = words.filter((word) => !/^\d+$/.test(word));
  const sizes = words.filter((word) => !names.includes(word)).map(Number);
  const unknown = names.filter((name) => sections[name] === undefined);
  if (unknown.length > 0)
    throw new Error(
      `No section is named ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')}.`,
    );
  const wanted = Object.entries(sections).filter(([name]) => names.length === 0 || names.includes(name));
  const environment = await BenchEnvironment.create(
    wanted.some(([name]) => name === 'rebuild') ? NDAS : NDAS_WITHOUT_REBUILD,
  );
  try {
    const lines: Line[] = [];
    for (const [name, section] of wanted) {
      process.stderr.write(`${name} …\n`);
      lines.push(...(await section(environment, sizes)));
    }
    process.stdout.write(`${machineOf(environment.postgresVersion)}\n\n${tableOf(lines)}\n`);
    return lines.every(({ kept }) => kept !== false);
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
