import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';
import { keepHeapSmall } from '../platform/process/heap.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import type { OutsideCheckpoints } from '../proof/checkpoint-comparison.js';
import type { LogVerdict } from '../proof/log-pass.js';
import { hasTree } from '../proof/stored-tree.js';
import { verifyLog } from '../proof/verify-log.js';
import { publicKeysIn } from '../vault/receipts.js';
import type { Interruption } from './interruption.js';
import { withStoredLog } from './operator-context.js';

/** Milliseconds. */
const PROGRESS_MS = 1000;

export interface VerifyStoredLog {
  readonly outside: OutsideCheckpoints | undefined;
  readonly onProgress: (line: string) => void;
  readonly interruption: Interruption;
}

/**
 * Verifies the whole log that the configuration names. The log may be in PostgreSQL or EventStoreDB, and may
 * be damaged. @throws OperatorError
 */
export const verifyStoredLog = ({
  outside,
  onProgress,
  interruption,
}: VerifyStoredLog): Promise<LogVerdict> =>
  withStoredLog(interruption, async ({ pool, log }) => {
    if (!(await hasTree(pool)))
      throw new OperatorError(
        'This database was last used by an older version, which kept no Merkle tree of the log. Start a backend of this version on the database once, then run the command again.',
      );
    keepHeapSmall();
    let reportedAt = Date.now();
    return verifyLog({
      pool,
      store: log,
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
  });
