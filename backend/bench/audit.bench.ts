import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PRICE_FOR_BOTH } from '@siegel/contracts/limits';
import type { Infrastructure } from '#src/app/infrastructure';
import type { NdaEvent } from '#src/nda/nda.events';
import * as samples from '#src/nda/testing/samples';
import { environmentWith } from '#src/platform/config/process-environment';
import { agreement, SIGNED, write } from './agreements.js';
import type { BenchEnvironment } from './bench-environment.js';
import { readInBatches } from './event-store.bench.js';
import { growTo } from './growing-log.js';
import { perSecond } from './load.js';
import { type LoggedInCall, paceLine, readBackend, slowestOf } from './logged-in-calls.js';
import { buildLeaves, project, prove, verify } from './proving.js';
import { atLeast, atMost, type Line, notSlower, ratioLine } from './report.js';
import { measureInTurn } from './statistics.js';

/** Default number of events in the log. */
const AUDIT_EVENTS = 100_000;
const NDA_EVENTS = 50;
const CALLS = 2_000;
/** Number of events that a verification reads per batch. */
const BATCH = 1000;
const VERIFICATIONS = 2;
const LEAST_OF_SELECT = 0.4;
const MOST_MEMORY_MIB = 200;
const LEAST_MET = 5_000;
const MOST_OF_PROJECTING = 1 / 3;
const MOST_PROOF_MS = 5;
/**
 * Limits for an idle machine. The bench multiplies them by the factor by which this machine is currently
 * slower than an idle machine.
 */
const MOST_PAGE_MS = 100;
const MOST_REPLAY_MS = 50;

/** Measures the cost of audit and proofs with a log like that of a service after years. */
export async function benchAudit(environment: BenchEnvironment, events = AUDIT_EVENTS): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('audit');
  const told = (what: string): void => void process.stderr.write(`audit of ${events} events: ${what} …\n`);
  told('writing the log');
  const { id, stream, events: first } = agreement();
  const history = [...first.slice(0, SIGNED), ...attempts()];
  const all = await environment.infrastructure(
    async (infrastructure) =>
      (await write(infrastructure, stream, history)) + (await growTo(infrastructure, 0, events)),
    databaseUrl,
  );
  told('proofs');
  const lines = await environment.infrastructure(
    (infrastructure) => proofs(environment, infrastructure, databaseUrl, all),
    databaseUrl,
  );
  const memory = await memoryOfCommand(environment, databaseUrl);
  told('pages');
  return [
    ...lines,
    atMost('peak memory of `siegel verify:log`', memory, MOST_MEMORY_MIB, 'MiB'),
    ...(await pages(environment, databaseUrl, id)),
  ];
}

async function proofs(
  environment: BenchEnvironment,
  infrastructure: Infrastructure,
  databaseUrl: string,
  events: number,
): Promise<Line[]> {
  const met = await buildLeaves(infrastructure, events);
  const projectedMs = await project(infrastructure);
  const client = await environment.client(databaseUrl);
  // The two sides take turns, so that other load on the machine slows both alike.
  const sides = {
    baseline: () => perSecond(() => readInBatches(client, BATCH)),
    siegel: () => perSecond(() => verify(infrastructure)),
  };
  const verification = await measureInTurn(VERIFICATIONS, sides, 0);
  const onCpu = { siegel: met.cpuMs, baseline: projectedMs, most: MOST_OF_PROJECTING, unit: 'ms' };
  return [
    ratioLine({
      name: `verification of a log of ${events} events; baseline: its rows by SELECT in batches`,
      ...verification,
      limit: LEAST_OF_SELECT,
      unit: 'events/s',
    }),
    atLeast('checkpointer on a log that it has not seen', (events * 1000) / met.ms, LEAST_MET, 'events/s'),
    notSlower('  its CPU; baseline: a rebuild of the table of NDAs from the same events', onCpu),
    atMost(`proof of an event among ${events} leaves, p95`, await prove(infrastructure), MOST_PROOF_MS, 'ms'),
  ];
}

/** Returns the events of failed payments. A change of mode precedes each payment. */
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
/** A module that prints the process's peak memory in KiB at exit. The peak includes the loaded modules. */
const TELLS_MEMORY =
  'data:text/javascript,process.once("exit",()=>console.log("held",process.resourceUsage().maxRSS))';

/** Runs `siegel verify:log` as an operator does. @returns its peak memory in MiB */
async function memoryOfCommand({ dataDir }: BenchEnvironment, databaseUrl: string): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', TELLS_MEMORY, OPERATOR, 'verify:log'],
    { env: environmentWith({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }) },
  );
  const held = /^held (\d+)$/m.exec(stdout)?.[1];
  if (!stdout.includes('Intact') || held === undefined) throw new Error(`verify:log said ${stdout}`);
  return Number(held) / 1024;
}

/** The replay of an event has its own limit, because a page makes several such calls. */
const REPLAY = `an NDA of ${NDA_EVENTS} events as it was, and what changed`;
const callsFor = (id: string): readonly LoggedInCall[] => [
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

async function pages(environment: BenchEnvironment, databaseUrl: string, id: string): Promise<Line[]> {
  // The uncompleted agreements of this log are older than the default retention period. The bench does not
  // measure their erasure, so it sets a longer period.
  const env = { RETENTION_UNFINISHED_DAYS: '3653' };
  const port = await readBackend(environment, { databaseUrl, env });
  const { slowest, slower } = await slowestOf(environment, { port, calls: callsFor(id), count: CALLS });
  const lines = [...slowest].map(([name, ms]) =>
    atMost(`audit: ${name}, p95`, ms, (name === REPLAY ? MOST_REPLAY_MS : MOST_PAGE_MS) * slower, 'ms'),
  );
  return [paceLine(slower), ...lines];
}
