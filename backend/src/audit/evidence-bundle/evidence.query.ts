import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { EventStore } from '../../eventsourcing/event-store/event-store.js';
import type { StoredEvent } from '../../eventsourcing/trust/authenticate.js';
import type { TrustedLog } from '../../eventsourcing/trust/trusted-log.js';
import { parseMetadata } from '../../eventsourcing/journal/event-encoding.js';
import type { Journal } from '../../eventsourcing/journal/journal.js';
import { ndaStream } from '../../nda/nda.events.js';
import type { SealTrustSource } from '../../pades/seal-trust.js';
import type { Clock } from '../../platform/time/clock.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import {
  BLOBS,
  CLOCK,
  EVENT_STORE,
  TRUSTED_LOG,
  JOURNAL,
  POOL,
  RECEIPTS,
  SEAL_TRUST,
  VAULT,
  TAMPERING,
  TREE_TRUST,
} from '../../platform/wiring/tokens.js';
import type { Tampering } from '../../platform/tampering/tampering.js';
import { Unavailable } from '../../platform/errors/unavailable.js';
import { checkpointOfAll } from '../../proof/checkpoint-of-all.js';
import { BUNDLE_EVENTS_MAX } from '../../proof/bundle/bundle-files.js';
import { BundleTooLarge, writeBundle } from '../../proof/bundle/write-bundle.js';
import { proveStream, type StreamProof } from '../../proof/prove-stream.js';
import type { TreeTrust } from '../../proof/tree-parts.js';
import { verifyOneStream } from '../../proof/verify-nda.js';
import type { BlobStore } from '../../vault/blob-store.js';
import type { Receipts } from '../../vault/receipts.js';
import type { Vault } from '../../vault/vault.js';
import { gatherEvidence } from './gather-evidence.js';
import { SerialQueue } from './serial-queue.js';

/**
 * Maximum number of calls that are accepted at a time. Only one of them runs while the others wait, because a
 * bundle may be large. Further calls get 503 with `Retry-After`.
 */
const WAITING_MAX = 8;

/** Returns all evidence of one NDA as a ZIP, and whether it contains personal data. */
export class BundleEvidence extends Query<{ readonly bytes: Buffer; readonly isPersonal: boolean }> {
  /** @param gone aborted if nobody waits for the bundle any more */
  constructor(
    readonly ndaId: string,
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(BundleEvidence)
export class BundleEvidenceHandler implements IQueryHandler<BundleEvidence> {
  private readonly turns = new SerialQueue(WAITING_MAX);

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(TRUSTED_LOG) private readonly log: TrustedLog,
    @Inject(JOURNAL) private readonly journal: Journal,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
    @Inject(SEAL_TRUST) private readonly seals: SealTrustSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TAMPERING) private readonly tampering: Tampering,
    @Inject(TREE_TRUST) private readonly tree: TreeTrust,
  ) {}

  /**
   * Makes one bundle at a time.
   * @throws RuleBroken `not_found` if there never was such an NDA, `evidence_broken` if the NDA's events or
   * its document are not as recorded, `evidence_too_large` if the bundle would exceed a limit
   * @throws Unavailable if too many calls wait already, if the caller is gone, or if no checkpoint covers the
   * NDA's events yet
   */
  execute({ ndaId, gone }: BundleEvidence) {
    return this.turns.run(() => this.bundle(ndaStream(ndaId)), gone);
  }

  private async bundle(stream: string) {
    const { events, untrusted } = await this.log.load(stream, { to: BUNDLE_EVENTS_MAX });
    if (events.length > BUNDLE_EVENTS_MAX) throw new RuleBroken('evidence_too_large');
    if (untrusted !== undefined) throw new RuleBroken('evidence_broken');
    await this.refuseBroken(stream);
    const proof = await this.proven(events);
    const { journal, vault, blobs, receipts, seals } = this;
    const parts = { journal, vault, blobs, receipts, seals };
    const content = await gatherEvidence(parts, stream, events, proof);
    try {
      return {
        bytes: writeBundle(content),
        isPersonal: content.openings.some(({ state }) => state === 'opened'),
      };
    } catch (error) {
      if (error instanceof BundleTooLarge) throw new RuleBroken('evidence_too_large');
      throw error;
    }
  }

  /**
   * Throws if the stream is not as it was recorded, even if a checkpoint covers the remaining events. The
   * service must not sign for such a stream again.
   */
  private async refuseBroken(stream: string): Promise<void> {
    const { pool, store, receipts } = this;
    const publicKeys = () => receipts.publicKeys();
    const found = await verifyOneStream(
      { pool, store, publicKeys, checker: this.log.checker, names: this.tree.seals.leaves },
      stream,
    );
    if (found === undefined) throw new RuleBroken('not_found');
    if (found.firstBroken !== null) throw new RuleBroken('evidence_broken');
  }

  /** Returns the proof of the events. If no checkpoint covers them yet, signs a checkpoint first. */
  private async proven(events: readonly StoredEvent[]): Promise<StreamProof> {
    const { pool, log, receipts, clock, tampering, tree } = this;
    const hashes = events.map((event) => parseMetadata(event).hash);
    const known = await proveStream({ pool, receipts, tampering, tree }, hashes);
    if (known !== undefined) return known;
    await checkpointOfAll({ pool, log, receipts, clock, tampering, tree });
    const proof = await proveStream({ pool, receipts, tampering, tree }, hashes);
    if (proof === undefined)
      throw new Unavailable('the checkpointer has not reached the events of this stream yet');
    return proof;
  }
}
