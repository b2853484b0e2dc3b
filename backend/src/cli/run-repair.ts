import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { reactions } from '../app/background-work.js';
import { createErasers, eraseStream } from '../app/erasers.js';
import type { Infrastructure } from '../app/infrastructure.js';
import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';
import { acceptedBy } from '../eventsourcing/trust/adoption.js';
import { isAnyLeaseHeld } from '../eventsourcing/subscriptions/leases/lease-table.js';
import type { Config } from '../platform/config/config.js';
import { callersFolder } from '../platform/config/process-environment.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { closedAfter } from '../platform/wiring/close-stack.js';
import { AppendingRepairStore } from '../proof/repair/appending-repair-store.js';
import { eventLine } from '../proof/repair/event-file.js';
import { HiddenEvents } from '../proof/repair/hidden-events.js';
import { PostgresRepairStore } from '../proof/repair/postgres-repair-store.js';
import { ProvenLeaves } from '../proof/repair/proven-leaves.js';
import { RepairJournal } from '../proof/repair/repair-journal.js';
import { StreamRepair } from '../proof/repair/repair-stream.js';
import { dropParkedJobs } from '../platform/jobs/parked-jobs.js';
import { describeBackends, liveBackends } from '../vault/live-backends.js';
import { afterRepair } from './after-repair.js';
import { destroyEndedKey, type DestroyingParts } from './destroy-ended-key.js';
import { readKeyIn } from '../erasure/destruction-calls.js';
import { StreamRecords } from '../closed-streams/records.js';
import { EndedKeys } from '../closed-streams/ended-keys.js';
import { readArgumentFile } from './argument-file.js';
import type { RepairCall } from './repair-call.js';
import { beginPart } from '../closed-streams/begin-part.js';
import { OfferedEvents } from './offered-events.js';
import { asOnlyRepair, type OnlyRepair } from './only-repair.js';
import { type RepairRun, repairStreams } from './repair-log.js';
import { TrustRepairRecords } from './trust-repair-records.js';
import { isAllOpen, reportText, summaryText } from './repair-text.js';

interface Io {
  readonly print: (line: string) => void;
  readonly printStderr: (line: string) => void;
  readonly signal: AbortSignal;
}

type Settings = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'logOrigin' | 'defaultLogOrigin' | 'retention'>;

/** Carries out a call of `siegel log:repair`. @returns true if all streams are open, or ended by the operator */
export async function runRepair(
  infrastructure: Infrastructure,
  config: Settings,
  call: RepairCall,
  io: Io,
): Promise<boolean> {
  const { pool } = infrastructure;
  const { streams, reason, save } = call;
  if (call.beginPart && reason !== undefined && Array.isArray(streams)) {
    const parts = {
      ...infrastructure,
      log: infrastructure.trust.keys.log,
      origin: config.logOrigin,
      originToday: config.defaultLogOrigin,
    };
    const { name, before, names } = await asOnlyRepair(pool, () =>
      beginPart(parts, streams[0] ?? '', reason),
    );
    await infrastructure.releaseJobsOf(before);
    io.print(
      `${name} was begun.${names === undefined ? '' : ` It names the log ${names.log} and the origin ${names.origin}.`}`,
    );
    return true;
  }
  if (call.destroyKey && Array.isArray(streams)) {
    const [stream = ''] = streams;
    const destroy = (): Promise<string> =>
      destroyEndedKey(destroyingParts(infrastructure, config), stream, reason);
    io.print(await (reason === undefined ? destroy() : asOnlyRepair(pool, destroy)));
    return true;
  }
  if (save !== undefined) return saveStreams(infrastructure, streams, save, io);
  const work = (held?: OnlyRepair): Promise<boolean> =>
    repairAll(infrastructure, config, call, { ...io, held });
  return reason === undefined ? work() : asOnlyRepair(pool, work);
}

async function repairAll(
  infrastructure: Infrastructure,
  config: Settings,
  call: RepairCall,
  { print, signal, held }: Io & { readonly held: OnlyRepair | undefined },
): Promise<boolean> {
  const { streams, from, reason, end, branch, json } = call;
  const wanted = await namesIn(streams);
  const summary = await closedAfter(async (closing) => {
    const offered = await OfferedEvents.read(from, (stream) => wanted.has(stream), infrastructure);
    closing.add(() => offered.close());
    const log = await infrastructure.openLog();
    closing.add(() => log.close());
    const { store } = infrastructure;
    const hidden = new HiddenEvents({ log, store, streamPrefixes: STREAM_PREFIXES });
    const run: RepairRun = {
      repair: new StreamRepair({
        ...partsOf(infrastructure, config),
        requireOnly: async () => held?.require(),
        log,
        records: new TrustRepairRecords(infrastructure),
      }),
      showHidden: (stream) => hidden.show(stream, reason !== undefined),
      offered,
      kept: async (stream) => (await new StreamRecords(infrastructure.commands).read(stream)).open,
      choice: { end, branch },
      reason,
      isStream: isOwnStream,
      after: (repaired) => afterRepair({ infrastructure, reactions }, repaired),
      report: (report) => print(json ? JSON.stringify(report) : reportText(report)),
      signal,
    };
    return repairStreams(run, wanted);
  });
  const text = json ? JSON.stringify({ summary }) : summaryText(summary, reason !== undefined);
  if (text !== '' && (!json || wanted.size > 1)) print(text);
  return isAllOpen(summary);
}

function partsOf(
  { pool, trust, adoption, refills, tree, store, clock, receipts }: Infrastructure,
  { dataDir, eventStoreUrl }: Settings,
): Omit<ConstructorParameters<typeof StreamRepair>[0], 'log' | 'records' | 'requireOnly'> {
  return {
    trust,
    authenticator: trust.authenticator,
    keys: trust.keys,
    accepts: acceptedBy(adoption, refills),
    leaves: new ProvenLeaves({
      pool,
      receipts,
      adopted: trust.adopted,
      adoption,
      kept: tree.kept.newest,
      seals: tree.seals,
    }),
    store:
      eventStoreUrl === undefined
        ? new PostgresRepairStore(pool, trust.keys, tree.seals.leaves)
        : new AppendingRepairStore(store, trust.keys),
    journal: new RepairJournal(dataDir, clock),
    clock,
    requireNoBackend: () => requireNoServing(pool),
  };
}

function destroyingParts(infrastructure: Infrastructure, config: Settings): DestroyingParts {
  const { commands, pool, clock, log, journal } = infrastructure;
  // A voucher that was ended settles nothing.
  const settle = () => Promise.reject(new Error('an ended voucher is not settled'));
  const erasers = createErasers(infrastructure, { config, commands, settle });
  return {
    commands,
    endedKeys: new EndedKeys(commands, (stream) => dropParkedJobs(pool, [stream])),
    keyInStream: (stream) => readKeyIn({ log, journal }, stream),
    erase: (stream) => eraseStream(erasers, stream),
    clock,
  };
}

/** @throws OperatorError while a backend serves */
async function requireNoServing(pool: Infrastructure['pool']): Promise<void> {
  const backends = await liveBackends(pool);
  if (backends.length === 0 && !(await isAnyLeaseHeld(pool))) return;
  const which = backends.length === 0 ? 'A backend serves on this database' : describeBackends(backends);
  throw new OperatorError(
    `${which}. This repair takes out events that the service itself wrote, and a backend that has read them could append behind them. Stop every backend first, and kill any backend that does not answer.`,
  );
}

/** The lines of siegel verify:log that name no stream. */
const OF_VERDICT = /^(Broken|Intact|Compared|Skipped|There is no)\b/;

/**
 * Returns the name of the stream in a line of a file; undefined if the line names none. Text behind an @ is passed
 * over. The output of siegel verify:log is such a file.
 */
export function nameInLine(line: string): string | undefined {
  const text = line.trim();
  const [, ofPlace] = /^Broken: \S+ at ([^\s@]+)@\d+:/.exec(text) ?? [];
  if (ofPlace !== undefined) return ofPlace;
  if (OF_VERDICT.test(text) || text.startsWith('#')) return undefined;
  const [name = ''] = text.split('@');
  return name === '' ? undefined : name;
}

/** Returns the names of the streams. In a file, each line has one. */
async function namesIn(streams: RepairCall['streams']): Promise<ReadonlySet<string>> {
  if (!('file' in streams)) return new Set(streams);
  return readArgumentFile(streams.file, async (path) => {
    const names = new Set<string>();
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const name = nameInLine(line);
      if (name !== undefined) names.add(name);
    }
    return names;
  });
}

/** Writes the events of the streams into a new event file, as they are stored. */
async function saveStreams(
  { openLog }: Infrastructure,
  streams: RepairCall['streams'],
  save: string,
  { print }: Io,
): Promise<boolean> {
  const path = resolve(callersFolder(), save);
  const names = await namesIn(streams);
  const log = await openLog();
  let events = 0;
  try {
    await readArgumentFile(save, async () => {
      const file = await open(path, 'wx', 0o600);
      try {
        for (const name of names)
          for (const event of await log.readStream(name)) {
            await file.writeFile(`${eventLine(event)}\n`);
            events += 1;
          }
        await file.sync();
      } finally {
        await file.close();
      }
    });
  } finally {
    await log.close();
  }
  print(`${events === 1 ? '1 event was' : `${events} events were`} written to ${path}.`);
  return true;
}
