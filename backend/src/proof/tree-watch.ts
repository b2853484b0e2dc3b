import type { Refills } from '../eventsourcing/trust/adoption.js';
import type { ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import { Unavailable } from '../platform/errors/unavailable.js';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import { checkpointToContinue } from './checkpoint-to-continue.js';
import { closeForks, forksIn, forksOf, shownByLeaves } from './forks.js';
import { renewTree } from './renew-tree.js';
import type { TreeParts } from './tree-parts.js';
import type { StoredHead } from './tree-seals.js';

export interface TreeWatchParts extends TreeParts {
  readonly closed: ClosedStreams;
  readonly logger: Logger;
  /** The events that were recorded at accepted places since. By default no place was accepted. */
  readonly refills?: Pick<Refills, 'refresh'> | undefined;
  /** Milliseconds between two looks; 5 000 by default. */
  readonly everyMs?: number;
}

const EVERY_MS = 5_000;

/**
 * Each backend looks at the tree every few seconds, because only one of them leads the checkpointer. It closes
 * the streams that have forks, keeps the newest checkpoint, and rebuilds the tree if it does not fit its
 * MAC (rule:tree-is-sealed, rule:newest-checkpoint-is-kept).
 */
export class TreeWatch {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly parts: TreeWatchParts) {}

  start(): void {
    this.timer ??= setTimeout(() => void this.tick(), this.parts.everyMs ?? EVERY_MS).unref();
  }

  /** Resolves when no look is under way any more. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.looking;
  }

  /** @throws EventStoreUnavailable, TreeNotContinued, CheckpointNotOurs, CheckpointBehind */
  async look(): Promise<void> {
    const { pool, tree, refills } = this.parts;
    const stored = await tree.seals.read(pool);
    await refills?.refresh(this.unchanging(stored));
    // First, because nobody knows whether the tree can be rebuilt.
    const { leaves } = tree.seals;
    closeForks(this.parts, await shownByLeaves(pool, leaves, await forksOf(pool, leaves, stored)));
    await checkpointToContinue(this.parts);
    if ((await tree.seals.fitting(pool)) !== undefined) return;
    await renewTree(this.parts);
    closeForks(this.parts, await forksIn(pool, tree.seals));
  }

  /**
   * Returns the number of leaves that no truncation can change: the kept checkpoint covers them, and the tree of a
   * restored database has grown to them.
   */
  private unchanging({ sealed }: StoredHead): number {
    return Math.min(sealed?.edge.size ?? 0, this.parts.tree.kept.newest?.size ?? 0);
  }

  private async tick(): Promise<void> {
    this.looking = this.look().catch((error: unknown) => {
      // A change of the tree is reported already. Otherwise a store is away, and the next look may reach it.
      if (!(error instanceof Unavailable))
        this.parts.logger.warn(describeError(error), 'The tree over the log could not be checked.');
    });
    await this.looking;
    if (this.timer === undefined) return;
    this.timer = undefined;
    this.start();
  }
}
