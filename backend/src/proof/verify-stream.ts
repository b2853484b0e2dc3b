import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import type { BrokenKind } from '@siegel/contracts/verification/checkpoints';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { isHashed, metadataOf } from '../eventsourcing/journal/chain.js';
import type { EventFault } from '../eventsourcing/trust/authenticate.js';
import type { NamedLeaf } from './leaves.js';

/**
 * A fault that a verification found. `stream` and `revision` are null if the fault does not belong to
 * one event.
 */
export interface BrokenPlace {
  readonly stream: string | null;
  readonly revision: number | null;
  readonly kind: BrokenKind;
  readonly detail: string;
}

/** The leaves that a stream is compared with. */
export interface StreamLeaves {
  /** Leaves of this stream. */
  readonly leaves: readonly NamedLeaf[];
  /** Returns the leaf with this hash, from any stream. */
  readonly leafWith: (eventHash: string) => NamedLeaf | undefined;
}

export const hashOf = (event: UntrustedEvent): string | undefined => metadataOf(event)?.hash;

/** Result of checking the events of a stream one after the other. */
export type CheckedEvents =
  | { readonly intact: true }
  | {
      readonly intact: false;
      readonly fault: EventFault;
      /** Revision and id of the first faulty event. */
      readonly revision: number;
      readonly eventId: string;
    };

/** Places of one stream. */
export interface StreamPlaces {
  /** In the order of their revisions; the first `PLACES_MAX` of them. */
  readonly places: readonly BrokenPlace[];
  /**
   * First revision of which nothing counts any more: its event is not authenticated, or is missing. Undefined
   * if all events of the stream count.
   */
  readonly closedFrom: number | undefined;
}

/** Maximum number of places that are reported of one stream. */
export const PLACES_MAX = 100;

export interface StreamToVerify {
  readonly stream: string;
  /** The whole stream as stored. */
  readonly events: readonly UntrustedEvent[];
  readonly expected: StreamLeaves;
  /** The result of checking the events. */
  readonly ofEvents: CheckedEvents;
  readonly isAccepted?: Accepts | undefined;
}

/**
 * Returns all broken places of a stream, up to the place from which on nothing counts (rule:log-is-verified).
 * Pure. Compares the stream with its own chain and with its leaves. Events that have no leaf yet are compared
 * only with the chain.
 */
export function placesIn({
  stream,
  events,
  expected,
  ofEvents,
  isAccepted = () => false,
}: StreamToVerify): StreamPlaces {
  const chain: CheckedEvents =
    events[0] !== undefined && events[0].stream !== stream
      ? { intact: false, fault: 'revision', revision: 0, eventId: events[0].id }
      : ofEvents;
  const chained = chain.intact
    ? events.length
    : Math.max(0, firstUnchained(events, chain.eventId, chain.revision));
  // The events of these leaves are missing because of a decision of the operator.
  const leaves = expected.leaves.filter(
    ({ revision, eventHash }) =>
      !isAccepted(stream, revision, 'missing', eventHash) ||
      (events[revision] !== undefined && hashOf(events[revision]) === eventHash),
  );
  const last = leaves.reduce((most, { revision }) => Math.max(most, revision), -1);
  const places = leafMismatches(events.slice(0, chained), leaves, last).map(({ revision, ...fault }) => ({
    stream,
    revision,
    ...fault,
  }));
  if (!chain.intact) {
    const found = unchained(stream, events, chained, expected, chain.fault);
    places.push({ stream, revision: chained, ...found });
  } else if (last >= events.length) {
    const detail = `the stream had ${last + 1} events, and has ${events.length}`;
    places.push({ stream, revision: events.length, kind: 'truncated', detail });
  }
  return {
    places: places.filter(({ revision, kind }) => !isAccepted(stream, revision, kind)).slice(0, PLACES_MAX),
    closedFrom: chain.intact && last < events.length ? undefined : chained,
  };
}

/**
 * Returns the index of the first event that does not fit into the chain. A duplicated event breaks the chain
 * only at its second occurrence.
 */
function firstUnchained(events: readonly UntrustedEvent[], eventId: string, eventRevision: number): number {
  const misplaced = events.findIndex(({ revision }, at) => revision !== at);
  const named = events.findIndex(({ id, revision }) => id === eventId && revision === eventRevision);
  return misplaced >= 0 && eventRevision === events[misplaced]?.revision ? Math.max(misplaced, named) : named;
}

type Fault = Pick<BrokenPlace, 'kind' | 'detail'>;

/** Compares events with their leaves. The events' hashes and their links are already verified. */
function leafMismatches(
  events: readonly UntrustedEvent[],
  leaves: readonly NamedLeaf[],
  last: number,
): (Fault & { readonly revision: number })[] {
  const byRevision = new Map<number, NamedLeaf[]>();
  for (const leaf of leaves) {
    const same = byRevision.get(leaf.revision);
    if (same === undefined) byRevision.set(leaf.revision, [leaf]);
    else same.push(leaf);
  }
  return events.flatMap((event) => {
    const fault = mismatchWithLeaves(event, byRevision.get(event.revision) ?? [], last);
    return fault === undefined ? [] : [{ revision: event.revision, ...fault }];
  });
}

function mismatchWithLeaves(
  event: UntrustedEvent,
  leaves: readonly NamedLeaf[],
  last: number,
): Fault | undefined {
  const hash = hashOf(event);
  if (leaves.length === 0)
    return last > event.revision
      ? {
          kind: 'inserted',
          detail: 'the tree has leaves of later events of the stream, but none of this one',
        }
      : undefined;
  return leaves.every(({ eventHash }) => eventHash === hash)
    ? undefined
    : {
        kind: 'forked',
        detail: 'the tree has a leaf of another event at this place, and the stream continues from this one',
      };
}

/** Classifies the first event that does not fit into the chain. */
function unchained(
  stream: string,
  events: readonly UntrustedEvent[],
  at: number,
  expected: StreamLeaves,
  fault: EventFault,
): Fault {
  const event = events[at] as UntrustedEvent;
  const hash = hashOf(event);
  const leaf = hash === undefined ? undefined : expected.leafWith(hash);
  const isBehind = isBehindLeaves(at, expected.leaves);
  if (event.stream !== stream || (leaf !== undefined && leaf.stream !== stream))
    return { kind: 'spliced', detail: originOf(event, leaf) };
  if (event.revision > at)
    return events.slice(at).some(({ revision }) => revision === at)
      ? { kind: 'reordered', detail: `event ${event.revision} is in the place of event ${at}` }
      : { kind: 'dropped', detail: `event ${at} is missing, event ${event.revision} is in its place` };
  if (event.revision < at) return { kind: 'inserted', detail: `event ${event.revision} appears twice` };
  if (leaf !== undefined && leaf.revision !== at)
    return isOf(event, leaf)
      ? misplaced(events, at, expected, leaf)
      : { kind: isBehind ? 'inserted' : 'altered', detail: originOf(event, leaf) };
  if (fault === 'mac')
    return leaf === undefined
      ? { kind: 'inserted', detail: 'no key in APPEND_KEY made its MAC, and the tree has no leaf of it' }
      : { kind: 'altered', detail: 'no key in APPEND_KEY made its MAC' };
  // An event that was altered before it got a leaf looks like one that somebody inserted.
  const maybe =
    leaf === undefined && isBehind ? ', and the tree has no leaf here: somebody may have inserted it' : '';
  if (fault !== 'link') return { kind: 'altered', detail: `its hash does not fit its bytes${maybe}` };
  const before =
    at === 0
      ? 'it follows another event, although it is the first one'
      : 'it follows another event than the one before it';
  return { kind: 'forked', detail: `${before}${maybe}` };
}

/** Says from where an event comes that carries the hash of another place. Its bytes need not be those of the hash. */
function originOf(event: UntrustedEvent, leaf: NamedLeaf | undefined): string {
  if (leaf === undefined || isOf(event, leaf)) return `it is an event of ${leaf?.stream ?? event.stream}`;
  return `it has the metadata of ${leaf.stream}@${leaf.revision}, and other bytes`;
}

/** True if the leaf is that of the event, whose stream or revision may have been changed. */
function isOf(event: UntrustedEvent, { stream, revision }: NamedLeaf): boolean {
  const metadata = metadataOf(event);
  return metadata !== undefined && isHashed({ ...event, stream, revision }, metadata);
}

/** True if the tree has a leaf of the event before this place, but none of this place or behind it. */
const isBehindLeaves = (at: number, leaves: readonly NamedLeaf[]): boolean =>
  leaves.reduce((most, { revision }) => Math.max(most, revision), -1) === at - 1;

/**
 * Classifies an event whose leaf names another revision of this stream. A store that assigns revisions itself
 * shows no gap for a missing event, and no duplicate revision for a repeated event. Only the leaves reveal
 * such a change.
 */
function misplaced(
  events: readonly UntrustedEvent[],
  at: number,
  { leaves }: StreamLeaves,
  leaf: NamedLeaf,
): Fault {
  if (leaf.revision < at) return { kind: 'inserted', detail: `event ${leaf.revision} appears twice` };
  const later = new Set(events.slice(at + 1).map(hashOf));
  const isThere = leaves.some(({ revision, eventHash }) => revision === at && later.has(eventHash));
  return isThere || later.has(leaf.eventHash)
    ? { kind: 'reordered', detail: `event ${leaf.revision} is in the place of event ${at}` }
    : { kind: 'dropped', detail: `event ${at} is missing, event ${leaf.revision} is in its place` };
}
