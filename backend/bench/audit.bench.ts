import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { environmentWith } from '#src/platform/config/process-environment';
import type { BenchEnvironment } from './bench-environment.js';
import { Child } from './child.js';
import { login, type OfficeCall, paceLine, pacedSlowestOf, slowestOf } from './office.js';
import { atLeast, atMost, type Line, notSlower, ratioLine } from './report.js';
import { putOffJobs } from './settled.js';
import type { BackendWish } from './whole-backend.js';

/** Events of the log by default. */
export const AUDIT_EVENTS = 100_000;
const NDA_EVENTS = 50;
const CALLS = 2_000;
const WARM_UP_CALLS = 200;
const LEAST_OF_SELECT = 0.4;
const MOST_MEMORY_MIB = 200;
const LEAST_MET = 5_000;
const MOST_OF_PROJECTING = 1 / 3;
const MOST_PROOF_MS = 5;
/** On an idle machine; stretched by how slow this one is now. */
const MOST_PAGE_MS = 100;
const MOST_REPLAY_MS = 50;

/** Of all events of the log. */
export interface Met {
  readonly ms: number;
  readonly cpuMs: number;
  /** To hold their leaves against the store and sign. */
  readonly signingCpuMs: number;
}
/** Events a second, of the verification and of the bare rows. */
export interface Verified {
  readonly rate: number;
  readonly bare: number;
}
export interface Proven {
  readonly leaves: number;
  readonly ms: number;
}

/** What audit and proof cost in a log of years. Each figure is taken in a process of its own. */
export async function benchAudit(environment: BenchEnvironment, events: number): Promise<Line[]> {
  const wish = {
    databaseUrl: await environment.emptyDatabase('audit'),
    dataDir: environment.dataDir,
    // What was signed once and never completed is older than that here, and erasing it is not what this measures.
    env: { RETENTION_UNFINISHED_DAYS: '3653' },
  };
  const told = (what: string): void => void process.stderr.write(`audit of ${events} events: ${what} …\n`);
  told('writing them');
  const written = await alone(wish, (child) => child.ask<number>('grow', events));
  const ndaId = await alone(wish, (child) => child.ask<string>('longHistory', NDA_EVENTS));
  const all = written + NDA_EVENTS;
  told('checkpointer');
  const met = await alone(wish, (child) => child.ask<Met>('meet', all));
  told('projection');
  const projectedMs = await alone(wish, (child) => child.ask<number>('project'));
  told('verification');
  const verified = await alone(wish, (child) => child.ask<Verified>('verify'));
  told('verification by command');
  const memory = await memoryOfCommand(wish);
  told('proofs');
  const proven = await alone(wish, (child) => child.ask<Proven>('prove'));
  told('pages');
  return [
    ratioLine({
      name: `verification of a log of ${all} events; baseline: its rows by SELECT in batches`,
      siegel: verified.rate,
      baseline: verified.bare,
      ratio: verified.rate / verified.bare,
      limit: LEAST_OF_SELECT,
      unit: 'events/s',
    }),
    atMost('  memory of `siegel verify:log` at most', memory, MOST_MEMORY_MIB, 'MiB'),
    atLeast('checkpointer, of a log that it has not seen', (all * 1000) / met.ms, LEAST_MET, 'events/s'),
    notSlower('  its CPU; baseline: a rebuild of the table of NDAs from the same events', {
      siegel: met.cpuMs,
      baseline: projectedMs,
      most: MOST_OF_PROJECTING,
      unit: 'ms',
    }),
    ratioLine({
      name: '  the same with the check before signing',
      siegel: met.cpuMs + met.signingCpuMs,
      baseline: projectedMs,
      ratio: (met.cpuMs + met.signingCpuMs) / projectedMs,
      unit: 'ms',
    }),
    atMost(`proof of an event among ${proven.leaves} leaves, p95`, proven.ms, MOST_PROOF_MS, 'ms'),
    ...(await pages(wish, ndaId)),
  ];
}

const OPERATOR = fileURLToPath(new URL('../cli/main.js', import.meta.url));
/** Says what the process ever held, its modules among it; in KiB. */
const TELLS_MEMORY =
  'data:text/javascript,process.once("exit",()=>console.log("held",process.resourceUsage().maxRSS))';

/** In MiB. As an operator runs it: a process of the bench has read all rows before, and keeps the memory for that. */
async function memoryOfCommand({ databaseUrl, dataDir }: BackendWish): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', TELLS_MEMORY, OPERATOR, 'verify:log'],
    { env: environmentWith({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }) },
  );
  const held = /^held (\d+)$/m.exec(stdout)?.[1];
  if (!stdout.includes('Intact') || held === undefined) throw new Error(`verify:log said ${stdout}`);
  return Number(held) / 1024;
}

async function alone<Result>(wish: BackendWish, asked: (child: Child) => Promise<Result>): Promise<Result> {
  const child = Child.start('audit.main');
  try {
    await child.ask('start', wish);
    return await asked(child);
  } finally {
    await child.stop();
  }
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
    path: () => `/api/audit/ndas?search=${encodeURIComponent(SAMPLES.de.party1Name)}`,
  },
];

/** Once the backend has seen the whole log. */
async function pages(wish: BackendWish, ndaId: string): Promise<Line[]> {
  const backend = Child.start('backend.main');
  try {
    const { port } = await backend.ask<{ port: number }>('start', wish);
    await backend.ask('caughtUp');
    await putOffJobs(wish.databaseUrl);
    await backend.ask('settled');
    const asked = { port, cookie: await login(port, wish.dataDir), calls: callsFor(ndaId) };
    await slowestOf({ ...asked, count: WARM_UP_CALLS });
    const { slowest, slower } = await pacedSlowestOf({ ...asked, count: CALLS }, wish.dataDir);
    const lines = [...slowest].map(([name, ms]) =>
      atMost(`audit: ${name}, p95`, ms, (name === REPLAY ? MOST_REPLAY_MS : MOST_PAGE_MS) * slower, 'ms'),
    );
    return [paceLine(slower), ...lines];
  } finally {
    await backend.stop();
  }
}
