import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { RewriteRefused, StreamChanged } from '../eventsourcing/event-store/postgres/rewrite-stream.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import type { OpenReport } from '../trust-stream/records.state.js';
import type { Offered } from '../proof/repair/gather-facts.js';
import type { Finding } from '../proof/repair/findings.js';
import type { EndOfStream, Hindrance } from '../proof/repair/plan-repair.js';
import type { EventPlace } from '../proof/repair/repair-records.js';
import type { LookedAt, RepairChoice, Repaired, StreamRepair } from '../proof/repair/repair-stream.js';

/**
 * The state of a stream, as the command reports it.
 * - `whole`, `repaired`: it is open
 * - `ended`: the operator ended it, now or earlier
 * - `repairable`: it would be opened or ended, and nothing was changed
 * - `closed`: it cannot be repaired so; `message` says what would help
 */
export type ReportState = 'whole' | 'repaired' | 'ended' | 'repairable' | 'closed';

export interface StreamReport {
  readonly stream: string;
  readonly state: ReportState;
  readonly findings: readonly Finding[];
  readonly removed: readonly number[];
  readonly putBack: readonly { readonly revision: number; readonly from: string }[];
  readonly outOfOrder: readonly number[];
  readonly end: EndOfStream | null;
  readonly hindrance: Hindrance | null;
  /** The events among which the operator has to choose. */
  readonly branches: readonly Branch[];
  /** Revision at which the genuine events stop. */
  readonly stop: number;
  readonly message: string | null;
  /** Reports that wait for a stream that is ended, or would be. They never go into it. */
  readonly kept: readonly OpenReport[];
}

export interface Branch extends EventPlace {
  readonly type: string | null;
  /** `store`, the name of a file, or `nowhere` if only a leaf is known. */
  readonly from: string;
}

export interface RepairRun {
  readonly repair: Pick<StreamRepair, 'look' | 'repair' | 'finish'>;
  /**
   * Called before the command looks at a stream.
   * @throws OperatorError if the store hides events of the stream, and nothing may be changed
   */
  readonly showHidden?: (stream: string) => Promise<void>;
  readonly offered: { of(stream: string): Promise<Offered> };
  /** Returns the reports that were kept while the stream was closed, and wait for its repair. */
  readonly kept: (stream: string) => Promise<readonly OpenReport[]>;
  readonly choice: RepairChoice;
  /** Undefined if nothing is to be changed. */
  readonly reason: string | undefined;
  readonly isStream: (name: string) => boolean;
  /** Does what follows for rows and jobs. Doing it twice is safe. */
  readonly after: (streams: readonly Repaired[]) => Promise<void>;
  readonly report: (report: StreamReport) => void;
  readonly signal: AbortSignal;
}

/** Number of streams by state. */
export type RepairSummary = Readonly<Record<ReportState, number>>;

/** Number of streams after which rows and jobs are brought up to date. Memory is bounded by it. */
const TOGETHER = 50;

/**
 * Looks at streams and repairs them, one after the other. A stream that cannot be repaired is reported, and
 * the others are repaired all the same.
 * @throws EventStoreUnavailable
 */
export async function repairStreams(
  run: RepairRun,
  streams: Iterable<string> | AsyncIterable<string>,
): Promise<RepairSummary> {
  const summary = { whole: 0, repaired: 0, ended: 0, repairable: 0, closed: 0 };
  let done: Done[] = [];
  const flush = async (): Promise<void> => {
    const reports = await followedUp(run, done);
    done = [];
    for (const report of reports) await tell(report);
  };
  const tell = async (report: StreamReport): Promise<void> => {
    summary[report.state] += 1;
    const isEnd = report.state === 'ended' || report.end !== null;
    run.report(isEnd ? { ...report, kept: await run.kept(report.stream) } : report);
  };
  for await (const stream of streams) {
    run.signal.throwIfAborted();
    const result = await one(run, stream);
    if ('report' in result) {
      if (done.length > 0) await flush();
      await tell(result.report);
    } else done.push(result);
    if (done.length >= TOGETHER) await flush();
  }
  await flush();
  return summary;
}

interface Done {
  readonly seen: LookedAt;
  readonly repaired: Repaired;
}

async function one(run: RepairRun, stream: string): Promise<Done | { readonly report: StreamReport }> {
  const { repair, choice, reason } = run;
  if (!run.isStream(stream))
    return { report: failed(stream, `'${stream}' is not the name of a stream of this service.`) };
  let seen: LookedAt | undefined;
  try {
    await run.showHidden?.(stream);
    const offered = await run.offered.of(stream);
    seen = await repair.look(stream, offered, choice);
    if (reason === undefined || !isToRepair(seen)) return { report: reportOf(seen) };
    return { seen, repaired: await repair.repair(seen, offered, choice, reason) };
  } catch (error) {
    return { report: failedWith(error, stream, seen) };
  }
}

/** A whole stream is repaired too: an earlier run may have been killed before its rows and jobs were done. */
const isToRepair = ({ placed, isRepairable }: LookedAt): boolean =>
  isRepairable || placed.plan.state === 'whole' || placed.plan.state === 'ended';

async function followedUp(run: RepairRun, done: readonly Done[]): Promise<readonly StreamReport[]> {
  if (done.length === 0) return [];
  try {
    await run.after(done.map(({ repaired }) => repaired));
    for (const { repaired } of done) await run.repair.finish(repaired);
  } catch (error) {
    return done.map(({ seen }) => failedWith(error, seen.stream, seen));
  }
  return done.map(({ seen, repaired }) => {
    const isWhole = repaired.files.length === 0;
    return { ...reportOf(seen), state: repaired.isEnded ? 'ended' : isWhole ? 'whole' : 'repaired' };
  });
}

function failedWith(error: unknown, stream: string, seen: LookedAt | undefined): StreamReport {
  const isOfStream =
    error instanceof OperatorError || error instanceof RewriteRefused || error instanceof StreamChanged;
  if (error instanceof EventStoreUnavailable || !isOfStream) throw error;
  const { message } = error;
  return seen === undefined ? failed(stream, message) : { ...reportOf(seen), state: 'closed', message };
}

const failed = (stream: string, message: string): StreamReport => ({
  stream,
  state: 'closed',
  findings: [],
  removed: [],
  putBack: [],
  outOfOrder: [],
  end: null,
  hindrance: null,
  branches: [],
  stop: 0,
  message,
  kept: [],
});

function reportOf({ stream, facts, placed, isRepairable }: LookedAt): StreamReport {
  const { plan, outOfOrder } = placed;
  const { state, end, hindrance, stop } = plan;
  const displaced = outOfOrder.map((revision) => ({ revision, kind: 'out_of_order' }) as const);
  return {
    stream,
    state: isRepairable ? 'repairable' : state === 'whole' || state === 'ended' ? state : 'closed',
    findings: [...plan.findings, ...displaced].toSorted((one, other) => one.revision - other.revision),
    removed: plan.removed.map(({ event }) => event.revision),
    putBack: plan.putBack.map(({ revision, origin }) => ({
      revision,
      from: origin.kind === 'stored' ? 'store' : origin.file,
    })),
    outOfOrder,
    end: end ?? null,
    hindrance: hindrance ?? null,
    branches: stop.kind === 'forked' ? branchesOf(facts, stop) : [],
    stop: stop.revision,
    message: state === 'unknown' ? `Neither the log nor the tree knows ${stream}.` : null,
    kept: [],
  };
}

const branchesOf = (
  { traces }: LookedAt['facts'],
  { revision, hashes }: LookedAt['placed']['plan']['stop'],
): readonly Branch[] =>
  hashes.map((hash) => {
    const trace = traces.find(
      (one) => one.revision === revision && one.hash === hash && one.event !== undefined,
    );
    const from = trace?.origin.kind === 'offered' ? trace.origin.file : 'store';
    return { revision, hash, type: trace?.event?.type ?? null, from: trace === undefined ? 'nowhere' : from };
  });
