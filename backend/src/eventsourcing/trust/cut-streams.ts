import { metadataOf } from '../journal/chain.js';
import { type Authenticated, BEGINNING, type Link, type UntrustedPlace } from './authenticate.js';

/** Returns the part of a whole stream up to and including revision `to`. */
export function beginningOf(whole: Authenticated, to: number): Authenticated {
  if (whole.untrusted !== undefined && whole.untrusted.revision <= to) return whole;
  const { events, last } = upTo(
    { ...whole, untrusted: undefined },
    { revision: to + 1, fault: 'missing' },
    BEGINNING,
  );
  return { events, last, untrusted: undefined };
}

/** Returns a stream of which this service wrote a later event, which does not count now. A known fault stays. */
export const lacking = (read: Authenticated): Authenticated => ({
  ...read,
  untrusted: {
    ...(read.untrusted ?? { revision: read.last.revision + 1, fault: 'missing' }),
    isOurs: true,
  },
});

/**
 * Returns the events before the place. Returns all of them if the read found an earlier fault, or if there is
 * no such place.
 * @param after the event before the first of these events
 */
export function upTo(read: Authenticated, place: UntrustedPlace | undefined, after: Link): Authenticated {
  if (place === undefined || (read.untrusted?.revision ?? Number.MAX_SAFE_INTEGER) <= place.revision)
    return read;
  const events = read.events.slice(0, Math.max(0, place.revision - after.revision - 1));
  const event = events.at(-1);
  const hash = event && metadataOf(event)?.hash;
  const last = event === undefined || hash === undefined ? after : { revision: event.revision, hash };
  return { events, last, untrusted: place };
}
