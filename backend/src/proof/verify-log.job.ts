import type { Pool } from 'pg';
import type { EventChecker } from '../eventsourcing/trust/authenticate.js';
import type { StoredLog } from '../eventsourcing/event-store/event-store.js';
import type { Clock } from '../platform/time/clock.js';
import {
  type JobContext,
  type JobHandler,
  JobLost,
  type JobRequest,
  TryAgainIn,
} from '../platform/jobs/job.js';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import { pause } from '../platform/async/pause.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import type { BrokenPlacesParts } from './broken-places.js';
import type { LeafNames } from './leaves.js';
import { LogPass } from './log-pass.js';
import type { SealKeys } from './sealed-pass.js';
import { endRun, savePass, takeTurn, type Turn, VERIFY_LOG } from './verification-run.js';

const BATCH = 500;
/** Milliseconds between two saves of the progress. */
const SAVE_MS = 1000;

export interface VerifyLogParts extends BrokenPlacesParts {
  readonly pool: Pool;
  readonly keys: SealKeys;
  readonly tampering: Tampering;
  readonly openLog: () => Promise<StoredLog>;
  readonly storeId: () => Promise<string>;
  readonly publicKeys: () => Promise<readonly PublicKeyRecord[]>;
  readonly checker?: EventChecker;
  readonly names?: LeafNames;
  readonly streamPrefixes: readonly string[];
  readonly isOwnStream?: (stream: string) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly batchSize?: number;
  /** Milliseconds between two saves of the progress; 1 000 by default. */
  readonly keepMs?: number;
}

/**
 * Verifies the whole log while the service is in use (rule:log-is-verified). After each batch the job rests
 * for as long as the batch took, so users get at least half of the computing time. The job saves its
 * progress, so that another backend, or this backend after a restart, can continue. Temporary failures are
 * retried. Any other error ends the run.
 */
export class VerifyLogJob implements JobHandler {
  readonly task = VERIFY_LOG;
  readonly slots = 1;

  constructor(private readonly parts: VerifyLogParts) {}

  async run(_payload: JobRequest['payload'], { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    const { pool, clock, logger } = this.parts;
    const turn = await takeTurn(pool, this.parts.keys);
    if (turn === undefined) return;
    if (turn.isForged) this.parts.tampering.found('pass_progress', { table: 'log_verification' });
    try {
      await this.goOn(turn, signal);
    } catch (error) {
      if (error instanceof JobLost || error instanceof TryAgainIn || isUnavailable(error)) throw error;
      logger.error(
        describeError(error),
        'The verification of the whole log ended early with an error, so it counts as failed. Run siegel verify:log.',
      );
      await endRun(pool, this.parts.keys, turn, { at: clock.now(), state: 'failed' });
    }
  }

  private async goOn(turn: Turn, signal: AbortSignal): Promise<void> {
    const { openLog, storeId, batchSize = BATCH, ...parts } = this.parts;
    const { pool, keys, clock, logger } = parts;
    const id = await storeId();
    const log = await openLog();
    try {
      const from = turn.storeId === id ? (turn.pass ?? undefined) : undefined;
      const pass = await LogPass.over({ ...parts, store: log, batchSize }, from);
      const keep = async (): Promise<void> => {
        if (!(await savePass(pool, keys, turn, { storeId: id, pass: pass.state }))) throw new JobLost();
      };
      await keep();
      await this.goThrough(pass, keep, signal);
      const { firstBroken, foreign } = pass.verdict;
      if (foreign > 0)
        logger.warn(
          { foreign },
          "Another program writes events into streams whose names have the prefixes of this service's streams; the verification skipped them. Give the service an event store of its own.",
        );
      await endRun(pool, keys, turn, { at: clock.now(), state: 'done', pass: pass.state, firstBroken });
    } finally {
      await log.close();
    }
  }

  private async goThrough(pass: LogPass, keep: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const { keepMs = SAVE_MS } = this.parts;
    let began = performance.now();
    let keptAt = began;
    for await (const _ of pass.steps()) {
      const now = performance.now();
      if (signal.aborted || now - keptAt >= keepMs) {
        await keep();
        keptAt = now;
      }
      if (signal.aborted) throw new TryAgainIn(0);
      await pause(now - began, signal);
      began = performance.now();
    }
  }
}
