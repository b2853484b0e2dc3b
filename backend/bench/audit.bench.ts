import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PRICE_FOR_BOTH } from '@siegel/contracts/limits';
import type { NdaEvent } from '#src/nda/nda.events';
import * as samples from '#src/nda/testing/samples';
import { environmentWith } from '#src/platform/config/process-environment';
import { agreement, SIGNED, write } from './agreements.js';
import type { tasks } from './audit.tasks.js';
import type { BenchEnvironment } from './bench-environment.js';
import type { Child } from './child.js';
import { readInBatches } from './event-store.bench.js';
import { growTo } from './growing-log.js';
import { perSecond } from './load.js';
import { type OfficeCall, paceLine, slowestOf } from './office.js';
import type { Places } from './on-infrastructure.js';
import { atLeast, atMost, type Line, notSlower, ratioLine } from './report.js';
import { caughtUp, putOffJobs, settled } from './running.js';
import { median } from './statistics.js';

/** Events of the log by default. */
const AUDIT_EVENTS = 100_000;
const NDA_EVENTS = 50;
const CALLS = 2_000;
/** As a verification reads. */
const BATCH = 1000;
const LEAST_OF_SELECT = 0.4;
const MOST_MEMORY_MIB = 200;
const LEAST_MET = 5_000;
const MOST_OF_PROJECTING = 1 / 3;
const MOST_PROOF_MS = 5;
/** On an idle machine; stretched by how slow this one is now. */
const MOST_PAGE_MS = 100;
const MOST_REPLAY_MS = 50;

/** What audit and proof cost in a log of years. Each figure is taken in a process of its own. */
export async function benchAudit(environment: BenchEnvironment, events = AUDIT_EVENTS): Promise<Line[]> {
  const { dataDir } = environment;
  const places = { databaseUrl: await environment.emptyDatabase('audit'), dataDir };
  const told = (what: string): void => void process.stderr.write(`audit of ${events} events: ${what} …\n`);
  const alone = async <Result>(ask: (child: Child<typeof tasks>) => Promise<Result>): Promise<Result> => {
    const child = environment.child<typeof tasks>('audit');
    const result = await ask(child);
    await child.stop();
    return result;
  };
  told('writing them');
  const ndaId = await environment.infrastructure(async (infrastructure) => {
    await growTo(infrastructure, 0, events - NDA_EVENTS);
    const { id, stream, events: first } = agreement();
    await write(infrastructure, stream, [...first.slice(0, SIGNED), ...attempts()]);
    return id;
  }, places.databaseUrl);
  told('checkpointer');
  const met = await alone((child) => child.ask('meet', places));
  told('projection');
  const projectedMs = await alone((child) => child.ask('project', places));
  const byProjecting = { baseline: projectedMs, unit: 'ms' };
  told('verification');
  const client = await environment.client(places.databaseUrl);
  const readRows = (): Promise<number> => perSecond(() => readInBatches(client, BATCH));
  // The bare rows before and after: what the machine does meanwhile meets both.
  const before = await readRows();
  const verified = await alone((child) => child.ask('verify', places));
  if (verified.events !== met.events) throw new Error(`${verified.events} of ${met.events} were verified`);
  const verification = {
    siegel: (verified.events * 1000) / verified.ms,
    baseline: median([before, await readRows()]),
  };
  const memory = await memoryOfCommand(places);
  told('proofs');
  const proven = await alone((child) => child.ask('prove', places));
  told('pages');
  const checked = met.cpuMs + met.signingCpuMs;
  return [
    ratioLine({
      name: `verification of a log of ${met.events} events; baseline: its rows by SELECT in batches`,
      ...verification,
      ratio: verification.siegel / verification.baseline,
      limit: LEAST_OF_SELECT,
      unit: 'events/s',
    }),
    atMost('  memory of `siegel verify:log` at most', memory, MOST_MEMORY_MIB, 'MiB'),
    atLeast(
      'checkpointer, of a log that it has not seen',
      (met.events * 1000) / met.ms,
      LEAST_MET,
      'events/s',
    ),
    notSlower('  its CPU; baseline: a rebuild of the table of NDAs from the same events', {
      ...byProjecting,
      siegel: met.cpuMs,
      most: MOST_OF_PROJECTING,
    }),
    ratioLine({
      ...byProjecting,
      name: '  the same with the check before signing',
      siegel: checked,
      ratio: checked / projectedMs,
    }),
    atMost(`proof of an event among ${proven.leaves} leaves, p95`, proven.ms, MOST_PROOF_MS, 'ms'),
    ...(await pages(environment, places.databaseUrl, ndaId)),
  ];
}

/** To pay again and again, each time after a change of mode. */
const attempts = (): NdaEvent[] =>
  Array.from({ length: (NDA_EVENTS - SIGNED) / 4 }, (_, n) => {
    const about = { attempt: n + 1, paymentIntentId: `pi_${n + 1}` };
    return [
      samples.madeRemote(true),
      samples.requested(PRICE_FOR_BOTH, { attempt: n + 1 }),
      samples.intentOpened(about),
      samples.failed({ ...about, code: 'cancelled', final: true }),
    ];
  }).flat();

const OPERATOR = fileURLToPath(new URL('../cli/main.js', import.meta.url));
/** Says what the process ever held, its modules among it; in KiB. */
const TELLS_MEMORY =
  'data:text/javascript,process.once("exit",()=>console.log("held",process.resourceUsage().maxRSS))';

/** In MiB. As an operator runs it. */
async function memoryOfCommand({ databaseUrl, dataDir }: Places): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', TELLS_MEMORY, OPERATOR, 'verify:log'],
    { env: environmentWith({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }) },
  );
  const held = /^held (\d+)$/m.exec(stdout)?.[1];
  if (!stdout.includes('Intact') || held === undefined) throw new Error(`verify:log said ${stdout}`);
  return Number(held) / 1024;
}

/** The replay of an event is asked for alone: on a page it is one call of several. */
const REPLAY = `an NDA of ${NDA_EVENTS} events as it was, and what changed`;
const callsFor = (id: string): readonly OfficeCall[] => [
  { name: REPLAY, path: (n) => `/api/audit/ndas/${id}/at/${n % NDA_EVENTS}` },
  { name: `all ${NDA_EVENTS} events of an NDA`, path: () => `/api/audit/ndas/${id}/events` },
  { name: 'its verification', path: () => `/api/audit/ndas/${id}/verify` },
  { name: 'list', path: (n) => `/api/audit/ndas?page=${1 + (n % 50)}` },
  { name: 'search by id', path: () => `/api/audit/ndas?search=${id}` },
  {
    name: 'search by a name that all have',
    path: () => `/api/audit/ndas?search=${encodeURIComponent(samples.personal.party1Name)}`,
  },
];

/** Once the backend has seen the whole log. */
async function pages(environment: BenchEnvironment, databaseUrl: string, ndaId: string): Promise<Line[]> {
  // What was signed once and never completed is older than that here, and erasing it is not what this measures.
  const env = { RETENTION_UNFINISHED_DAYS: '3653' };
  const { port } = await environment.backend({ databaseUrl, env });
  await caughtUp(port);
  await putOffJobs(await environment.client(databaseUrl));
  await settled(port);
  const { slowest, slower } = await slowestOf(environment, { port, calls: callsFor(ndaId), count: CALLS });
  const lines = [...slowest].map(([name, ms]) =>
    atMost(`audit: ${name}, p95`, ms, (name === REPLAY ? MOST_REPLAY_MS : MOST_PAGE_MS) * slower, 'ms'),
  );
  return [paceLine(slower), ...lines];
}
