import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { acceptedBy, type Adoption, type Refills } from '../eventsourcing/trust/adoption.js';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import { createTrust, type Trust } from '../eventsourcing/trust/create-trust.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import type { Clock } from '../platform/time/clock.js';
import type { CloseStack } from '../platform/wiring/close-stack.js';
import { AdoptedLeaves } from '../proof/adopted-leaves.js';
import { adoptionInUse, isOutdated } from '../proof/adoption-in-use.js';
import { TamperedStreams } from '../proof/endless/tampered-streams.js';
import { acceptedIn, type FindingRecords, knownIn } from '../closed-streams/accepted-findings.js';
import type { TrustRecords } from '../closed-streams/trust-records.js';
import { FilledAgain } from '../proof/filled-again.js';
import { LeafSeals } from '../proof/leaf-seals.js';
import { leafEndOf } from '../proof/leaf-ends.js';
import { openTreeTrust } from '../proof/open-tree-trust.js';
import type { TreeTrust } from '../proof/tree-parts.js';
import { verifyCheckValues } from '../vault/check-values.js';
import { noteAdoption } from '../vault/noted-adoptions.js';
import { type AppendSecret, knownAppendKeys } from './append-secret.js';
import type { InfrastructureOptions } from './infrastructure-options.js';
import { logTrustOf } from './log-trust.js';
import { NoAppendKey } from './no-append-key.js';
import { AdoptionOutdated, knownAdoptions } from './outdated-adoption.js';
import { keepRetired, RetiredKeyRevived, retiredEarlier, revivedKeys } from './retired-keys.js';
import { isOwnStream, STREAM_PREFIXES } from './streams.js';
import { refuseUnauthenticatedLog } from './unauthenticated-log.js';

export interface TrustSources {
  /** The database with the tree over the log. */
  readonly pool: Pool;
  /** Pool for the rows about broken streams. */
  readonly backgroundPool: Pool;
  readonly store: EventStore;
  readonly tampering: Tampering;
  readonly clock: Clock;
  /** Called when a stream that was found closed is found whole. */
  readonly opened: (stream: string) => void;
  /** Returns the operator's records about closed streams. Called only while events are read. */
  readonly records: () => FindingRecords &
    Pick<TrustRecords, 'firstBehindEnd' | 'areClosed' | 'isBehindPart'>;
}

export interface OpenTrust {
  readonly trust: Trust;
  /** The key of the log, even if this start made it. */
  readonly appendSecret: AppendSecret;
  /** The statement in LOG_ADOPTED. Undefined if the log was never adopted. */
  readonly adoption: Adoption | undefined;
  /** The streams in which something is broken. */
  readonly tampered: TamperedStreams;
  /** True for a place of the log that the operator accepted. */
  readonly isAccepted: Accepts;
  /** The events that were recorded at accepted places since. Has to be refreshed while the log grows. */
  readonly refills: Refills;
  /** The knowledge of this process about the tree over the log, without the database. */
  readonly tree: TreeTrust;
}

/**
 * Opens the log for reading only events that this service wrote or adopted. Makes the first key only for a log
 * without events. Every reader of a stream reports the place at which the stream is closed
 * (rule:tampering-is-told), unless the operator accepted the place.
 * @throws NoAppendKey, AdoptionInvalid, NewestKeyRetired, LogUnauthenticated, SecretMismatch, AppendKeyLacking,
 * RetiredKeyRevived, AdoptionOutdated
 */
export async function openTrust(
  { secrets, logger, dataDir }: Pick<InfrastructureOptions, 'secrets' | 'logger' | 'dataDir'>,
  { pool, backgroundPool, store, tampering, clock, opened, records }: TrustSources,
  closing: CloseStack,
): Promise<OpenTrust> {
  const appendSecret = await appendSecretOf(secrets, store);
  const { keys, adoption } = logTrustOf(appendSecret, secrets.logAdopted);
  const retired = adoption?.retired ?? [];
  const revived = revivedKeys(keys, retired, await retiredEarlier(dataDir));
  if (revived.length > 0) throw new RetiredKeyRevived(revived);
  const inUse = adoptionInUse(secrets.logAdopted, adoption);
  if (isOutdated(inUse, await knownAdoptions({ pool, log: keys.log, dataDir })))
    throw new AdoptionOutdated(inUse);
  const adopted = adoption && new AdoptedLeaves(pool, adoption);
  const refills = await FilledAgain.over(pool, new LeafSeals(keys), adoption?.accepted);
  const isAccepted = acceptedIn(acceptedBy(adoption, refills), records);
  const isKnown = knownIn(isAccepted, records);
  const tampered = new TamperedStreams({
    pool: backgroundPool,
    tampering,
    clock,
    logger,
    isAccepted: isKnown,
  });
  closing.add(() => tampered.settled());
  const seals = new LeafSeals(keys);
  const trust = createTrust({
    store,
    keys,
    isOwnStream,
    found: tampered.closed,
    opened,
    accepts: isAccepted,
    endOf: (stream) => records().firstBehindEnd(stream),
    endOfTrust: (stream) =>
      leafEndOf(pool, seals, stream, (revision, hash) => isAccepted(stream, revision, 'missing', hash)),
    areRecordsClosed: (stream) => records().areClosed(stream),
    ...(adopted && { adopted }),
  });
  await refuseUnauthenticatedLog({ store, keys, authenticator: trust.authenticator });
  // A refused start must not leave its key as that of this database. A start that has just made the key may have
  // done so at the same time as another one.
  await verifyCheckValues(pool, { append: knownAppendKeys(appendSecret) });
  if (inUse.adopted !== null) await noteAdoption(pool, inUse.adopted);
  if (dataDir !== undefined) await keepRetired(dataDir, retired, logger);
  const tree = await openTreeTrust({ keys, accepts: isAccepted, inUse, dataDir, logger });
  return { trust, appendSecret, adoption, tampered, isAccepted: isKnown, refills, tree };
}

/** Returns the keys of the log. Makes the first key only for a log without events. @throws NoAppendKey */
async function appendSecretOf(
  { appendKeys, makeAppendKeys }: InfrastructureOptions['secrets'],
  store: Pick<EventStore, 'newest'>,
): Promise<AppendSecret> {
  if (appendKeys === undefined && (await holdsEvents(store))) throw new NoAppendKey();
  return appendKeys ?? (await makeAppendKeys());
}

const holdsEvents = async (store: Pick<EventStore, 'newest'>): Promise<boolean> =>
  (await store.newest({ streamPrefixes: STREAM_PREFIXES, limit: 1 })).length > 0;
