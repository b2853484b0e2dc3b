import { HOUR_MS } from '@siegel/contracts/limits';
import type { StoredLog, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import type { TrustedReader } from '../../eventsourcing/trust/trusted-log.js';
import { pause } from '../../platform/async/pause.js';
import type { Scheduled } from '../../platform/jobs/scheduled.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Tampering } from '../../platform/tampering/tampering.js';
import type { Clock } from '../../platform/time/clock.js';
import type { BlobStore } from '../../vault/blob-store.js';
import { LogPass, type PassParts } from '../log-pass.js';
import { beginningOver } from '../pass-state.js';
import type { SealKeys } from '../sealed-pass.js';
import { comparedSize } from '../stored-tree.js';
import type { BrokenPlace } from '../verify-stream.js';
import { Pace, type UsedTime, usedTime } from './pace.js';
import { type FoundRound, isFurther, type RoundState, saveRound, takeRound } from './round.js';
import { type FilesNamedIn, faultOf } from './stored-files.js';
import type { TamperedStreams } from './tampered-streams.js';
import { tellPlace } from './tell-place.js';

/** Events per batch. The work between two rests takes some ten milliseconds, and the files that they name. */
const BATCH = 200;
const EVERY_MS = 30_000;
/** Milliseconds after which a run ends, so that the scheduler sees that the work goes on. */
const RUN_MS = 5 * 60_000;
/** Milliseconds between two saves of the progress. */
const SAVE_MS = 10_000;
/** The rounds of a small log are short. A round begins at most this many times in a period. */
const ROUNDS_MOST = 24;

export interface EndlessPassParts
  extends Pick<PassParts, 'pool' | 'names' | 'publicKeys' | 'streamPrefixes' | 'isOwnStream' | 'isAccepted'> {
  readonly openLog: () => Promise<StoredLog>;
  readonly storeId: () => Promise<string>;
  readonly log: Pick<TrustedReader, 'load' | 'among' | 'checker'>;
  readonly keys: SealKeys;
  readonly blobs: Pick<BlobStore, 'getRecorded'>;
  readonly filesIn: FilesNamedIn;
  readonly tampered: TamperedStreams;
  readonly tampering: Tampering;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Hours within which everything is verified once. */
  readonly hours: number;
  readonly batchSize?: number;
  readonly saveMs?: number;
  readonly used?: () => UsedTime;
  /** Rests between two batches. */
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Numbers for the metrics. */
export interface PassFigures {
  /**
   * Milliseconds since the start of the last finished round: each older event was verified since. Before the
   * first round has ended, milliseconds since it began.
   */
  readonly lagMs: number;
  /** Part of the current round that is done, from 0 to 1. */
  readonly progress: number;
}

/**
 * Verifies the whole log and the stored files in rounds, without end (rule:log-is-passed). Goes on behind each
 * broken place, and reports it. Rests between the batches, so that nobody notices the work.
 *
 * The progress is in this process's memory. The row lets another process continue, and only for as long as it
 * is new: a process that has a progress of its own believes no row that is less far, and no row makes a round
 * count as finished whose events and leaves were not all met.
 */
export class EndlessPass implements Scheduled {
  readonly name = 'pass-over-log';
  readonly everyMs = EVERY_MS;
  private known: RoundState | undefined;
  /** True if this process has written its progress into the row. */
  private isSaved = false;
  /** Times of `used`: no work before `restsUntil`, no new round before `nextRoundAt`. */
  private restsUntil = 0;
  private nextRoundAt = 0;
  private readonly pace: Pace;

  constructor(private readonly parts: EndlessPassParts) {
    this.pace = new Pace(this.periodMs, parts.used);
  }

  /** Undefined before this process has passed over anything. */
  get figures(): PassFigures | undefined {
    if (this.known === undefined) return undefined;
    const { pass, last, firstAt } = this.known;
    const since = Date.parse(last?.startedAt ?? firstAt);
    const total = Math.max(pass?.size ?? 0, pass?.events ?? 0);
    return {
      lagMs: Math.max(0, this.parts.clock.now().getTime() - since),
      progress: pass === null || total === 0 ? 1 : pass.events / total,
    };
  }

  readonly run = async (signal: AbortSignal): Promise<void> => {
    if (this.known?.pass === null && this.wallMs < this.nextRoundAt) return;
    await this.rest(this.restsUntil - this.wallMs, signal);
    if (signal.aborted) return;
    const { pool, keys, clock, openLog, storeId } = this.parts;
    const found = await takeRound(pool, keys, clock.now());
    this.known = this.chosen(found, await storeId());
    const log = await openLog();
    try {
      await this.goOn(log, found.turn, signal);
    } finally {
      await log.close();
    }
  };

  private get periodMs(): number {
    return this.parts.hours * HOUR_MS;
  }

  private get wallMs(): number {
    return (this.parts.used ?? usedTime)().wallMs;
  }

  /** Returns the state to continue from. */
  private chosen({ state, isFresh, isForged }: FoundRound, storeId: string): RoundState {
    if (isForged || (state === undefined && this.isSaved))
      this.parts.tampering.found('pass_progress', { table: 'log_pass' });
    const [stored, known] = [state, this.known].map((one) => (one?.storeId === storeId ? one : undefined));
    if (known !== undefined) return stored !== undefined && isFurther(stored, known) ? stored : known;
    if (stored !== undefined && isFresh) return stored;
    const now = this.parts.clock.now().toISOString();
    const { round = 0, last = null, firstAt = now } = stored ?? {};
    return { storeId, round, last, firstAt, startedAt: now, isTreeIntact: true, pass: null };
  }

  private async goOn(log: StoredLog, turn: number, signal: AbortSignal): Promise<void> {
    const endAt = this.wallMs + RUN_MS;
    if (this.current.pass === null) await this.begin();
    const pass = await LogPass.over(this.passParts(log), this.current.pass ?? undefined);
    if (!(await this.save(turn))) return;
    let savedAt = this.wallMs;
    let before = pass.state.events;
    this.pace.begin();
    for await (const _ of pass.steps()) {
      this.known = { ...this.current, pass: pass.state };
      const restMs = this.pace.restMs(pass.state.events - before, pass.size);
      before = pass.state.events;
      this.restsUntil = this.wallMs + restMs;
      const isOver = signal.aborted || this.restsUntil > endAt;
      if (isOver || this.wallMs - savedAt >= (this.parts.saveMs ?? SAVE_MS)) {
        if (!(await this.save(turn)) || isOver) return;
        savedAt = this.wallMs;
      }
      await this.rest(restMs, signal);
      this.pace.begin();
    }
    await this.end(pass);
    await this.save(turn);
  }

  private get current(): RoundState {
    if (this.known === undefined) throw new Error('no round has begun');
    return this.known;
  }

  private async begin(): Promise<void> {
    const { pool, clock } = this.parts;
    const size = await comparedSize(pool);
    const startedAt = clock.now().toISOString();
    this.nextRoundAt = this.wallMs + this.periodMs / ROUNDS_MOST;
    const round = this.current.round + 1;
    this.known = { ...this.current, round, startedAt, isTreeIntact: true, pass: beginningOver(size) };
  }

  private async end(pass: LogPass): Promise<void> {
    const { clock, logger, tampered } = this.parts;
    const { startedAt, isTreeIntact } = this.current;
    const endedAt = clock.now().toISOString();
    const isWhole = pass.hasMetAll && pass.state.leaves >= pass.size;
    if (isWhole && isTreeIntact) await tampered.clearTree();
    if (isWhole) {
      this.known = { ...this.current, pass: null, last: { startedAt, endedAt } };
      return;
    }
    logger.error(
      { events: pass.state.events, leaves: pass.state.leaves, size: pass.size },
      'The pass over the log ended without having met all events and leaves: events were moved meanwhile, or the progress was changed. It begins again.',
    );
    this.nextRoundAt = 0;
    this.known = { ...this.current, pass: null };
  }

  private async save(turn: number): Promise<boolean> {
    const { pool, keys, clock } = this.parts;
    const isSaved = await saveRound(pool, keys, turn, { state: this.current, now: clock.now() });
    this.isSaved ||= isSaved;
    return isSaved;
  }

  private passParts(store: StoredLog): PassParts {
    const { pool, names, publicKeys, streamPrefixes, isOwnStream, isAccepted, log } = this.parts;
    const { batchSize = BATCH } = this.parts;
    return {
      pool,
      store,
      publicKeys,
      checker: log.checker,
      names,
      streamPrefixes,
      ...(isOwnStream && { isOwnStream }),
      isAccepted,
      batchSize,
      onPlace: (place) => this.found(place),
      onAuthentic: (events) => this.checkFiles(events),
    };
  }

  private async found(place: BrokenPlace): Promise<void> {
    if (place.stream === null) this.known = { ...this.current, isTreeIntact: false };
    await tellPlace(this.parts, place);
  }

  private async checkFiles(events: readonly UntrustedEvent[]): Promise<void> {
    const { log, filesIn, blobs, tampered } = this.parts;
    for (const file of await filesIn(await log.among(events))) {
      const fault = await faultOf(blobs, file);
      if (fault !== undefined) await tampered.foundFile(file, fault);
    }
  }

  private rest(ms: number, signal: AbortSignal): Promise<void> {
    return ms > 0 ? (this.parts.rest ?? pause)(ms, signal) : Promise.resolve();
  }
}
