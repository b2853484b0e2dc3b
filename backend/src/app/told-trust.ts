import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { acceptedBy, decodeAdoption } from '../eventsourcing/trust/adoption.js';
import type { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import { createTrust, type Trust } from '../eventsourcing/trust/create-trust.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { Clock } from '../platform/time/clock.js';
import type { CloseStack } from '../platform/wiring/close-stack.js';
import { AdoptedLeaves } from '../proof/adopted-leaves.js';
import { TamperedStreams } from '../proof/endless/tampered-streams.js';
import type { InfrastructureOptions } from './infrastructure-options.js';
import { isOwnStream } from './streams.js';

export interface ToldTrustParts {
  readonly pool: Pool;
  /** Pool for the rows about broken streams. */
  readonly backgroundPool: Pool;
  readonly store: EventStore;
  readonly keys: AppendKeys;
  readonly tampering: Tampering;
  readonly clock: Clock;
}

export interface ToldTrust {
  readonly trust: Trust;
  /** The streams in which something is broken. */
  readonly tampered: TamperedStreams;
  /** True for a place of the log that the operator accepted. */
  readonly isAccepted: Accepts;
}

/**
 * Creates the trust of a process. Every reader of a stream reports the place at which the stream is closed
 * (rule:tampering-is-told), unless the operator accepted the place. @throws AdoptionInvalid
 */
export function createToldTrust(
  { secrets, logger, ...options }: InfrastructureOptions,
  { pool, backgroundPool, store, keys, tampering, clock }: ToldTrustParts,
  closing: CloseStack,
): ToldTrust {
  const adoption = secrets.logAdopted === undefined ? undefined : decodeAdoption(secrets.logAdopted, keys);
  const adopted = options.adopted ?? (adoption && new AdoptedLeaves(pool, adoption));
  const isAccepted = acceptedBy(adoption);
  const tampered = new TamperedStreams({ pool: backgroundPool, tampering, clock, logger, isAccepted });
  closing.add(() => tampered.settled());
  const found = tampered.closed;
  const trust = createTrust({ store, keys, isOwnStream, found, accepts: isAccepted, ...(adopted && { adopted }) });
  return { trust, tampered, isAccepted };
}
