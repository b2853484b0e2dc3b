import type { UntrustedEvent } from '../../event-store/event-store.js';
import { metadataOf } from '../../journal/chain.js';
import { Authenticator, type Link } from '../authenticate.js';
import { ClosedStreams } from '../closed-streams.js';
import { TrustedLog } from '../trusted-log.js';
import type { TrustedLogParts } from '../trusted-log-parts.js';

/**
 * Believes every event. For tests of projections and reactions whose events are those of an example, without
 * hashes.
 */
class Believer extends Authenticator {
  constructor() {
    super({ hasMade: () => true });
  }

  override next(event: UntrustedEvent): Link {
    return { revision: event.revision, hash: metadataOf(event)?.hash ?? '' };
  }

  override alone(event: UntrustedEvent): Promise<Link> {
    return Promise.resolve(this.next(event));
  }
}

/** @param store may lack the methods that the test does not need */
export const believingLog = (store: Pick<TrustedLogParts['store'], 'readStream'>): TrustedLog =>
  new TrustedLog({
    store: store as TrustedLogParts['store'],
    authenticator: new Believer(),
    closed: new ClosedStreams(),
  });
