import type { Pool } from 'pg';
import type { Logger } from '../../platform/logging/logger.js';
import { pause } from '../../platform/async/pause.js';
import type { EventStore, Position } from '../event-store/event-store.js';
import { readCheckpoints } from '../subscriptions/checkpoints.js';
import type { LogProgress } from '../subscriptions/events-behind.js';

/** Milliseconds for which a start waits for the rows. Nearly every start needs a fraction of a second. */
const WITHIN_MS = 30_000;
/** Milliseconds between two checks: `waiting` while the start waits, `late` after `withinMs`. */
const POLL_MS = { waiting: 50, late: 2_000 } as const;

/** A read model that the start waits for. */
export interface StartingReadModel {
  readonly name: string;
  readonly streamPrefix: string;
  /** Returns the position that this backend's runner has reached; undefined if another backend leads. */
  readonly progress: () => Pick<LogProgress, 'after'> | undefined;
}

export interface StartCatchUpOptions {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head' | 'isBefore' | 'readAll'>;
  readonly readModels: readonly StartingReadModel[];
  readonly logger: Logger;
  /** Maximum time, in milliseconds, that the start waits; 30 000 by default. */
  readonly withinMs?: number | undefined;
}

/**
 * Waits after a start until the rows contain every event that the log held at the start
 * (rule:ready-with-rows). A backend that was killed may have acknowledged acts that no row contains yet, and
 * its leases expire only after some seconds. The wait has a time limit, because a broken read model must not
 * keep the service from responding.
 */
export class StartCatchUp {
  private readonly stopping = new AbortController();
  private startedAt = 0;
  private behind: readonly string[];
  private watching: Promise<void> = Promise.resolve();
  /**
   * The position at which each read model was last found to be behind. A read model that is still at this
   * position is still behind, so the log is not read again.
   */
  private readonly behindAt = new Map<string, Position | undefined>();

  constructor(private readonly options: StartCatchUpOptions) {
    this.behind = options.readModels.map(({ name }) => name);
  }

  start(): void {
    this.startedAt = performance.now();
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
  }

  /**
   * Returns a text that names the read models that the start still waits for; undefined if the start no
   * longer waits.
   */
  problem(): string | undefined {
    return this.behind.length === 0 || this.isLate() ? undefined : `waiting for ${this.behind.join(', ')}`;
  }

  /**
   * Returns a warning while a read model is behind although the time limit has passed. Otherwise returns
   * undefined.
   */
  warning(): string | undefined {
    if (this.behind.length === 0 || !this.isLate()) return undefined;
    return `These read models have not reached the place at which the log ended at this backend's start, so lists may lack acknowledged acts: ${this.behind.join(', ')}. Search the log lines of the backends for their names, or run siegel projections:rebuild with these names.`;
  }

  private isLate(): boolean {
    return performance.now() - this.startedAt >= (this.options.withinMs ?? WITHIN_MS);
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    let end: Position | undefined;
    let isTold = false;
    for (let first = true; this.behind.length > 0 && !signal.aborted; first = false) {
      if (!first) await pause(this.isLate() ? POLL_MS.late : POLL_MS.waiting, signal);
      try {
        end ??= await this.options.store.head();
        this.behind = end === undefined ? [] : await this.stillBehind(end);
      } catch {
        // The event store or the database is unavailable. Other checks report that. The next round tries
        // again.
      }
      if (this.warning() === undefined || isTold) continue;
      isTold = true;
      this.options.logger.warn({ readModels: this.behind }, this.warning() ?? '');
    }
  }

  private async stillBehind(end: Position): Promise<string[]> {
    const places = new Map(
      (await readCheckpoints(this.options.pool)).map(({ name, position }) => [name, position]),
    );
    const waiting = this.options.readModels.filter(({ name }) => this.behind.includes(name));
    const found: string[] = [];
    for (const readModel of waiting) {
      const place = readModel.progress()?.after ?? places.get(readModel.name);
      if (await this.isBehind(readModel, place, end)) found.push(readModel.name);
    }
    return found;
  }

  /** True if the log contains an event of the read model's streams after `place` and at or before `end`. */
  private async isBehind(
    { name, streamPrefix }: StartingReadModel,
    place: Position | undefined,
    end: Position,
  ): Promise<boolean> {
    const { store } = this.options;
    if (place !== undefined && !store.isBefore(place, end)) return false;
    if (this.behindAt.has(name) && this.behindAt.get(name) === place) return true;
    const events = store.readAll({
      after: place,
      streamPrefixes: [streamPrefix],
      batchSize: 1,
      withoutData: true,
    });
    for await (const { events: found, position } of events) {
      const [next] = found;
      if (next !== undefined && !store.isBefore(end, next.position)) {
        this.behindAt.set(name, place);
        return true;
      }
      if (next !== undefined || store.isBefore(end, position)) return false;
    }
    return false;
  }
}
