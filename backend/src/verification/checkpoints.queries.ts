import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { LogVerdictView } from '@siegel/contracts/verification/checkpoints';
import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { ndaStream } from '../nda/nda.events.js';
import type { Clock } from '../platform/time/clock.js';
import { NotYet, RuleBroken } from '../platform/errors/rule-broken.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import {
  CLOCK,
  EVENT_STORE,
  POOL,
  RECEIPTS,
  TAMPERING,
  TREE_TRUST,
  TRUSTED_LOG,
} from '../platform/wiring/tokens.js';
import { checkpointOfAll } from '../proof/checkpoint-of-all.js';
import { IS_HASH } from '../proof/leaves.js';
import { type EventProof, proveEvent } from '../proof/prove-event.js';
import { checkpointsAfter, type SignedCheckpoint } from '../proof/signed-checkpoints.js';
import type { TreeTrust } from '../proof/tree-parts.js';
import { verifyOneStream } from '../proof/verify-nda.js';
import type { Receipts } from '../vault/receipts.js';

/** Number of seconds within which a new event is normally covered by a checkpoint. */
const COVERED_AFTER_SECONDS = 60;

/**
 * Returns signed checkpoints that cover more than `after` leaves, starting with the checkpoint that covers
 * the fewest.
 */
export class ListCheckpoints extends Query<SignedCheckpoint[]> {
  constructor(
    readonly after: number,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(ListCheckpoints)
export class ListCheckpointsHandler implements IQueryHandler<ListCheckpoints> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  execute({ after, limit }: ListCheckpoints) {
    return checkpointsAfter(this.pool, after, limit);
  }
}

/** Returns the proof that the event of a receipt is in the log (rule:receipts-are-proven). */
export class ProveReceipt extends Query<EventProof> {
  constructor(readonly eventHash: string) {
    super();
  }
}

@QueryHandler(ProveReceipt)
export class ProveReceiptHandler implements IQueryHandler<ProveReceipt> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
    @Inject(TREE_TRUST) private readonly tree: TreeTrust,
    @Inject(TAMPERING) private readonly tampering: Tampering,
  ) {}

  /**
   * @throws RuleBroken not_found if the hash belongs to no event, or to an event that no checkpoint covers
   * yet
   */
  async execute({ eventHash }: ProveReceipt) {
    if (!IS_HASH.test(eventHash)) throw new RuleBroken('not_found');
    const { pool, receipts, tree, tampering } = this;
    const proof = await proveEvent({ pool, receipts, tree, tampering }, eventHash);
    // A hash that belongs to no event gets the same response as an event that no checkpoint covers yet, so
    // that nobody learns which hashes exist.
    if (proof === undefined) throw new NotYet(COVERED_AFTER_SECONDS);
    return proof;
  }
}

/** Returns a checkpoint that covers the whole current log. Signs a new checkpoint if necessary. */
export class MakeCheckpoint extends Query<SignedCheckpoint> {}

@QueryHandler(MakeCheckpoint)
export class MakeCheckpointHandler implements IQueryHandler<MakeCheckpoint> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(TRUSTED_LOG) private readonly log: TrustedLog,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TAMPERING) private readonly tampering: Tampering,
    @Inject(TREE_TRUST) private readonly tree: TreeTrust,
  ) {}

  /** @throws TreeNotContinued, CheckpointNotOurs, CheckpointBehind */
  execute() {
    const { pool, log, receipts, clock, tampering, tree } = this;
    return checkpointOfAll({ pool, log, receipts, clock, tampering, tree });
  }
}

/**
 * Verifies the stream of an NDA. Compares its events with the leaves that the checkpointer made of them
 * (rule:log-is-verified). The stream's encryption key is not needed.
 */
export class VerifyNda extends Query<LogVerdictView> {
  constructor(readonly ndaId: string) {
    super();
  }
}

@QueryHandler(VerifyNda)
export class VerifyNdaHandler implements IQueryHandler<VerifyNda> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(TRUSTED_LOG) private readonly log: TrustedLog,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
    @Inject(TREE_TRUST) private readonly tree: TreeTrust,
  ) {}

  /** @throws RuleBroken not_found if the NDA never existed */
  async execute({ ndaId }: VerifyNda) {
    const { pool, store, log, receipts, tree } = this;
    const stream = ndaStream(ndaId);
    const publicKeys = () => receipts.publicKeys();
    const found = await verifyOneStream(
      { pool, store, publicKeys, checker: log.checker, names: tree.seals.leaves },
      stream,
    );
    if (found === undefined) throw new RuleBroken('not_found');
    // This backend may know a state of the stream from before, and load only newer events. A whole load closes the
    // stream if an event is not authenticated, and reports the place.
    if (found.firstBroken !== null) await log.load(stream);
    return { verdict: found.firstBroken === null ? ('intact' as const) : ('broken' as const), ...found };
  }
}
