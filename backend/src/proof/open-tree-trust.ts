import type { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import type { Logger } from '../platform/logging/logger.js';
import type { AdoptionInUse } from './adoption-in-use.js';
import { KeptCheckpoint } from './kept-checkpoint.js';
import type { TreeTrust } from './tree-parts.js';
import { TreeSeals } from './tree-seals.js';

interface TreeTrustParts {
  readonly keys: AppendKeys;
  readonly accepts: Accepts;
  readonly inUse: AdoptionInUse;
  /** Undefined for a process that keeps the newest checkpoint in memory alone. */
  readonly dataDir?: string | undefined;
  readonly logger: Logger;
}

export async function openTreeTrust({
  keys,
  accepts,
  inUse,
  dataDir,
  logger,
}: TreeTrustParts): Promise<TreeTrust> {
  const kept = await KeptCheckpoint.open({ log: keys.log, ...inUse, dataDir, logger });
  return { seals: new TreeSeals(keys), kept, accepts };
}
