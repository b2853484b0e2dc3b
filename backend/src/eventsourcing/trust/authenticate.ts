import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import type { UntrustedEvent } from '../event-store/event-store.js';
import { type ChainFault, hashEvent, isHashed, metadataOf, NO_HASH, ownFaultOf } from '../journal/chain.js';
import { type EventMetadata, isSpelled } from '../journal/event-encoding.js';
import type { AppendKeys } from './append-keys.js';
import { endsStream } from './ended.js';

declare const AUTHENTICATED: unique symbol;

/**
 * An event that this service wrote, at this place of this stream, after the events before it
 * (rule:log-is-authenticated). Only `Authenticator` makes such events. Code that decides, records, shows or
 * destroys anything takes events of this type, so it cannot read an event that nobody checked.
 */
export interface StoredEvent extends UntrustedEvent {
  readonly [AUTHENTICATED]: true;
}

/**
 * Why an event does not count. The first four faults are those of the chain. `mac`: no key of the list made
 * the event's MAC, or the event has no MAC and was not adopted. `ended`: the operator ended the stream before
 * this event (ended.ts).
 */
export type CheckFault = ChainFault | 'mac' | 'ended';

/**
 * Why an event does not count. The last three say that it does not count although it is authenticated. `forked`:
 * another event was recorded at its place before. `missing`: the stream had an event here, and the store no
 * longer has it. `records`: the records about the stream are closed, so nobody knows whether the operator ended
 * the stream. No event is stored at that place.
 */
export type EventFault = CheckFault | 'forked' | 'missing' | 'records';

/** The last authenticated event of a stream. The next event has to follow it. */
export interface Link {
  /** -1 before the first event. */
  readonly revision: number;
  readonly hash: string;
  /** Present if the event marks the end of its stream. No event counts after it. */
  readonly isEnd?: true;
}

/** Checks one event after the other. `Authenticator` checks MACs too; `chainOnly` needs no key. */
export type EventChecker = Pick<Authenticator, 'next'>;

/**
 * Checks only what every reader can check: spelling, hashes, revision and link. For a verification without
 * APPEND_KEY. An event that passes may still be forged.
 */
export const chainOnly: EventChecker = {
  next(event, last) {
    if (last.isEnd === true) return 'ended';
    if (event.revision !== last.revision + 1) return 'revision';
    const metadata = metadataOf(event);
    const fault = ownFaultOf(event, metadata);
    return fault ?? (metadata === undefined ? 'encoding' : linkAfter(event, metadata, last));
  },
};

/** The link before the first event of each stream. */
export const BEGINNING: Link = { revision: -1, hash: NO_HASH };

/** The first place of a stream that is not authenticated. No later event of the stream counts. */
export interface UntrustedPlace {
  readonly revision: number;
  readonly fault: EventFault;
  /** Present in a trust stream if the tree shows that this service wrote an event there, or behind it. */
  readonly isOurs?: true;
}

/** True if this service is known to have written an event at this place, or behind it. */
export const wasWritten = (place: UntrustedPlace | undefined): boolean =>
  place?.fault === 'missing' || place?.isOurs === true;

export interface Authenticated {
  /** The events before the first place that does not count. The mark of an ended stream is not among them. */
  readonly events: readonly StoredEvent[];
  readonly last: Link;
  readonly untrusted: UntrustedPlace | undefined;
}

/** The events from before APPEND_KEY that the operator adopted (siegel log:adopt). */
export interface AdoptedEvents {
  /** Returns the hashes of the adopted events of a stream, by revision. Empty if there are none. */
  hashesOf(stream: string): Promise<readonly string[]>;
}

/** For logs whose every event has a MAC. */
export const NOTHING_ADOPTED: AdoptedEvents = { hashesOf: () => Promise.resolve([]) };

/** Asks at most once for each stream. */
function askedOnce(adopted: AdoptedEvents): AdoptedEvents {
  const asked = new Map<string, ReturnType<AdoptedEvents['hashesOf']>>();
  return {
    hashesOf: (stream) => {
      const found = asked.get(stream) ?? adopted.hashesOf(stream);
      asked.set(stream, found);
      return found;
    },
  };
}

/** Reads one event from the store, with its data. */
export type ReadEvent = (stream: string, revision: number) => Promise<UntrustedEvent | undefined>;

/** For readers that always get the events' data. */
const READS_NOTHING: ReadEvent = () => Promise.resolve(undefined);

/** Result of checking an event by itself, without the event before it. */
type OwnResult = CheckFault | EventMetadata;

/** Number of events to check between two pauses. This takes a few milliseconds. */
const EVENTS_PER_CHUNK = 100;

/**
 * The one door between stored events and everything that believes them. An event is authenticated if all of
 * these are true (rule:log-is-authenticated):
 *
 * - Its bytes have the one accepted spelling, and its content hash and hash are those of its bytes.
 * - Its revision is the next one of its stream.
 * - Its `previousHash` is the hash of the authenticated event before it.
 * - A key of the list made its MAC for this log, stream, revision and hash; or it has no MAC and was adopted.
 */
export class Authenticator {
  /**
   * @param readEvent for events that the store delivered without their data
   * @param checked results of the checks of single events, each kept as long as something refers to the event.
   * The store passes the same object to all subscribers, so each event is hashed once
   */
  constructor(
    private readonly keys: Pick<AppendKeys, 'hasMade'>,
    private readonly adopted: AdoptedEvents = NOTHING_ADOPTED,
    private readonly readEvent: ReadEvent = READS_NOTHING,
    private readonly checked = new WeakMap<UntrustedEvent, OwnResult>(),
  ) {}

  /**
   * Returns the authenticator for a batch of events. It asks at most once per stream for adopted events, so
   * any number of events without a MAC in one stream costs one look-up.
   */
  forBatch(): Authenticator {
    return this.adopted === NOTHING_ADOPTED
      ? this
      : new Authenticator(this.keys, askedOnce(this.adopted), this.readEvent, this.checked);
  }

  /**
   * Authenticates events of one stream in their order. Stops at the first event that is not authenticated, and
   * at the event that marks the end of the stream.
   * @param after the authenticated event before the first of these events
   * @param links gets the link after each authenticated event
   */
  async stream(
    stream: string,
    events: readonly UntrustedEvent[],
    after: Link,
    links: Link[] = [],
  ): Promise<Authenticated> {
    const trusted: StoredEvent[] = [];
    let last = after;
    for await (const part of chunkedWithYield(events, EVENTS_PER_CHUNK))
      for (const event of part) {
        const found = event.stream === stream ? this.next(event, last) : 'revision';
        const result = found instanceof Promise ? await found : found;
        if (typeof result === 'string' || result.isEnd === true) {
          const fault = typeof result === 'string' ? result : 'ended';
          return { events: trusted, last, untrusted: { revision: last.revision + 1, fault } };
        }
        trusted.push(event as StoredEvent);
        links.push(result);
        last = result;
      }
    return { events: trusted, last, untrusted: undefined };
  }

  /**
   * Authenticates an event that should follow `last`. Returns the link after it, or the fault because of which
   * it is not authenticated. Returns a promise only for an event without a MAC or without data.
   * @param options `withoutData`: the store may have left out the event's data. Then the hash is checked
   * against the content hash that the event names, and the data stay unchecked. An event of format 1 names no
   * content hash, so it is read again, as a whole.
   */
  next(
    event: UntrustedEvent,
    last: Link,
    { withoutData = false } = {},
  ): Link | CheckFault | Promise<Link | CheckFault> {
    if (last.isEnd === true) return 'ended';
    if (event.revision !== last.revision + 1) return 'revision';
    const own = withoutData ? this.ownWithoutData(event) : this.own(event);
    return own instanceof Promise
      ? own.then((result) => linkAfter(event, result, last))
      : linkAfter(event, own, last);
  }

  /**
   * Checks an event by itself, without the event before it. Returns the link after it. An event that passes
   * was written by this service at this place, but events before it may be missing.
   * @param options as in `next`
   */
  async alone(event: UntrustedEvent, { withoutData = false } = {}): Promise<Link | CheckFault> {
    const own = await (withoutData ? this.ownWithoutData(event) : this.own(event));
    return typeof own === 'string' ? own : linkOf(event, own);
  }

  /**
   * Returns the metadata of an event that passed the check of the event by itself, so that nobody parses them a
   * second time. Undefined if the event did not pass, or was not checked by this object.
   */
  metadataOf(event: UntrustedEvent): EventMetadata | undefined {
    const own = this.checked.get(event);
    return typeof own === 'string' ? undefined : own;
  }

  private own(event: UntrustedEvent): OwnResult | Promise<OwnResult> {
    const known = this.checked.get(event);
    if (known !== undefined) return known;
    const metadata = metadataOf(event);
    if (metadata === undefined) return 'encoding';
    const fault = metadata.mac === undefined ? 'mac' : this.faultOfMarked(event, metadata);
    if (fault === 'mac') return this.ownOfAdopted(event, metadata);
    const own = fault ?? metadata;
    this.checked.set(event, own);
    return own;
  }

  private ownWithoutData(event: UntrustedEvent): OwnResult | Promise<OwnResult> {
    const known = this.checked.get(event);
    if (known !== undefined) return known;
    const metadata = metadataOf(event);
    if (metadata === undefined) return 'encoding';
    const { stream, revision } = event;
    const { content, previousHash, hash, mac } = metadata;
    if (content === undefined) return this.ownOfWhole(event);
    if (hashEvent({ stream, revision, content, previousHash }) !== hash) return 'hash';
    if (typeof mac === 'string' && this.keys.hasMade(mac, { stream, revision, hash })) return metadata;
    return this.adopted.hashesOf(stream).then((hashes) => (hashes[revision] === hash ? metadata : 'mac'));
  }

  private async ownOfWhole(event: UntrustedEvent): Promise<OwnResult> {
    const whole = await this.readEvent(event.stream, event.revision);
    return whole !== undefined && isSameButData(whole, event) ? this.own(whole) : 'hash';
  }

  private async ownOfAdopted(event: UntrustedEvent, metadata: EventMetadata): Promise<OwnResult> {
    const fault = ownFaultOf(event, metadata);
    const isAdopted = (hashes: readonly string[]) => hashes[event.revision] === metadata.hash;
    if (fault !== undefined) return fault;
    // A missing leaf may be there again at the next read, so this fault is not kept.
    if (!isAdopted(await this.adopted.hashesOf(event.stream))) return 'mac';
    this.checked.set(event, metadata);
    return metadata;
  }

  /**
   * The bytes of an event with a right MAC are bytes that this service wrote. So nothing else of them needs to
   * be checked, and they are not parsed.
   */
  private faultOfMarked(event: UntrustedEvent, metadata: EventMetadata): CheckFault | undefined {
    const { stream, revision } = event;
    const { hash, mac } = metadata;
    if (typeof mac !== 'string' || !isSpelled(event.metadata, metadata)) return 'encoding';
    if (!isHashed(event, metadata)) return 'hash';
    return this.keys.hasMade(mac, { stream, revision, hash }) ? undefined : 'mac';
  }
}

const isSameButData = (one: UntrustedEvent, other: UntrustedEvent): boolean =>
  one.revision === other.revision &&
  one.id === other.id &&
  one.type === other.type &&
  Buffer.compare(one.metadata, other.metadata) === 0;

const linkAfter = (event: UntrustedEvent, own: OwnResult, last: Link): Link | CheckFault => {
  if (typeof own === 'string') return own;
  return own.previousHash === last.hash ? linkOf(event, own) : 'link';
};

const linkOf = (event: UntrustedEvent, { hash }: Pick<EventMetadata, 'hash'>): Link => ({
  revision: event.revision,
  hash,
  ...(endsStream(event) && { isEnd: true }),
});
