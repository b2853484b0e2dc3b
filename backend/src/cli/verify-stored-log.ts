import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';
import { keepHeapSmall } from '../platform/process/heap.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import type { OutsideCheckpoints } from '../proof/checkpoint-comparison.js';
import type { LogVerdict } from '../proof/log-pass.js';
import { hasTree } from '../proof/stored-tree.js';
import { verifyLog } from '../proof/verify-log.js';
import type { BrokenPlace } from '../proof/verify-stream.js';
import { publicKeysIn } from '../vault/receipts.js';
import type { Interruption } from './interruption.js';
import { logCheckerOf } from './log-checker.js';
import { withStoredLog } from './operator-context.js';

/** Milliseconds. */
const PROGRESS_MS = 1000;

export interface VerifyStoredLog {
  readonly outside: OutsideCheckpoints | undefined;
  readonly onProgress: (line: string) => void;
  /** Called with each broken place as soon as it is found. */
  readonly onPlace: (place: BrokenPlace) => void;
  readonly interruption: Interruption;
}

export interface VerifiedLog extends LogVerdict {
  /** True if the MACs of the events were checked. */
  readonly isAuthenticated: boolean;
}

/**
 * Verifies the whole log that the configuration names. The log may be in PostgreSQL or EventStoreDB, and may
 * be damaged. If the configuration has APPEND_KEY, the MACs are checked too. @throws OperatorError
 */
export const verifyStoredLog = ({
  outside,
  onProgress,
  onPlace,
  interruption,
}: VerifyStoredLog): Promise<VerifiedLog> =>
  withStoredLog(interruption, async ({ pool, log }) => {
    if (!(await hasTree(pool)))
      throw new OperatorError(
        'This database was last used by an older version, whose Merkle tree of the log had no MAC. Run siegel log:adopt, as docs/operations/upgrading.md says, then run the command again.',
      );
    const { checker, names, isAccepted } = await logCheckerOf(pool, log);
    keepHeapSmall();
    let reportedAt = Date.now();
    const verdict = await verifyLog({
      pool,
      store: log,
      checker,
      names,
      isAccepted,
      onPlace,
      publicKeys: () => publicKeysIn(pool),
      streamPrefixes: STREAM_PREFIXES,
      isOwnStream,
      outside,
      onProgress: (done, of) => {
        if (Date.now() - reportedAt < PROGRESS_MS) return;
        reportedAt = Date.now();
        onProgress(`${done} of ${of} events`);
      },
    });
    return { ...verdict, isAuthenticated: checker !== undefined };
  });
