import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Adoption } from '../eventsourcing/trust/adoption.js';
import { createTrust, type Trust } from '../eventsourcing/trust/create-trust.js';
import { AdoptedLeaves } from '../proof/adopted-leaves.js';
import { logTrustOf } from './log-trust.js';
import { NoAppendKey } from './no-append-key.js';
import type { Secrets } from './secrets.js';
import { isOwnStream, STREAM_PREFIXES } from './streams.js';
import { refuseUnauthenticatedLog } from './unauthenticated-log.js';

interface TrustSources {
  /** The database with the leaves of adopted events. */
  readonly pool: Pool;
  readonly store: EventStore;
  readonly secrets: Pick<Secrets, 'appendKeys' | 'makeAppendKeys' | 'logAdopted'>;
}

/**
 * Opens the log for reading only events that this service wrote or adopted. Makes the first key only for a log
 * without events.
 * @throws NoAppendKey, AdoptionInvalid, NewestKeyRetired, LogUnauthenticated
 */
export async function openTrust({
  pool,
  store,
  secrets,
}: TrustSources): Promise<{ readonly trust: Trust; readonly adoption: Adoption | undefined }> {
  const { appendKeys, makeAppendKeys, logAdopted } = secrets;
  if (appendKeys === undefined && (await holdsEvents(store))) throw new NoAppendKey();
  const { keys, adoption } = logTrustOf(appendKeys ?? (await makeAppendKeys()), logAdopted);
  const adopted = adoption && new AdoptedLeaves(pool, adoption);
  const trust = createTrust({ store, keys, isOwnStream, ...(adopted && { adopted }) });
  await refuseUnauthenticatedLog({ store, keys, authenticator: trust.authenticator });
  return { trust, adoption };
}

const holdsEvents = async (store: Pick<EventStore, 'newest'>): Promise<boolean> =>
  (await store.newest({ streamPrefixes: STREAM_PREFIXES, limit: 1 })).length > 0;
