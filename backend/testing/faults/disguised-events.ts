import { randomBytes } from 'node:crypto';
import { encodeMetadata, parseMetadata } from '#src/eventsourcing/journal/event-encoding';
import { chainedEvent } from '#src/eventsourcing/journal/testing/chained';
import { AppendKeys } from '#src/eventsourcing/trust/append-keys';
import { newId } from '#src/platform/crypto/ids';
import type { PlacedEvent } from './attacked-store.js';

/** An event as its forger wants it. */
export interface Forged {
  readonly type: string;
  readonly open: object;
}

/** How a forger without a key of the log fills in the MAC. Hashes and links are right in each case. */
export const DISGUISES = ['no MAC', 'the MAC of a key of their own', 'the MAC of the event before'] as const;
export type Disguise = (typeof DISGUISES)[number];

/**
 * Returns forged events that follow a genuine one.
 * @param log identity of the log, which a forger can read in its events
 */
export function disguisedAfter(
  last: PlacedEvent,
  log: string,
  disguise: Disguise,
  events: readonly Forged[],
): PlacedEvent[] {
  const { stream } = last;
  let { hash: previousHash, mac: macBefore } = parseMetadata(last);
  const own = new AppendKeys(log, [randomBytes(32)]);
  return events.map(({ type, open }, n) => {
    const revision = last.revision + 1 + n;
    const data = Buffer.from(JSON.stringify({ open }));
    const { hash, ...event } = chainedEvent(
      { format: 2, stream, revision, id: newId(), type, data },
      previousHash,
    );
    previousHash = hash;
    const mac = {
      'no MAC': undefined,
      'the MAC of a key of their own': own.markOf({ stream, revision, hash }),
      'the MAC of the event before': macBefore,
    }[disguise];
    return { ...event, metadata: encodeMetadata({ ...parseMetadata(event), mac }) };
  });
}
