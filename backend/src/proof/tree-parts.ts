import type { Pool } from 'pg';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import type { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { Receipts } from '../vault/receipts.js';
import type { KeptCheckpoint } from './kept-checkpoint.js';
import type { TreeSeals } from './tree-seals.js';

/** The knowledge of a process about the tree that does not come from the database. */
export interface TreeTrust {
  readonly seals: TreeSeals;
  readonly kept: KeptCheckpoint;
  /** True if the operator accepted the event at a place although the tree has another one, or none. */
  readonly accepts: Accepts;
}

/** The parts that check the tree and rebuild it. */
export interface TreeParts {
  readonly pool: Pool;
  readonly log: Pick<TrustedReader, 'readAll' | 'single'>;
  readonly receipts: Pick<Receipts, 'ownKey'>;
  readonly tampering: Tampering;
  readonly tree: TreeTrust;
}
