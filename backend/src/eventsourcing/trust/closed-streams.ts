import { LRUCache } from 'lru-cache';
import type { UntrustedPlace } from './authenticate.js';
import { TRUST_PREFIX } from './ended.js';

/** Number of closed streams that are remembered. A stream that was forgotten is found again when it is read. */
const REMEMBERED = 50_000;

/**
 * True if the operator accepted this finding at this place.
 * @param kind an `EventFault`, or the kind of a finding of a verification
 * @param hash the hash of the event that is stored at the place. For `missing` it is the hash of the event that
 * is not. Without a hash, a fork is accepted if the operator chose any of its events
 * @param recorded for `forked`: the hashes of all events that were recorded at the place, as far as the caller
 * knows them. A choice excuses a fork only if it was made among all of them
 */
export type Accepts = (
  stream: string,
  revision: number,
  kind: string,
  hash?: string,
  recorded?: readonly string[],
) => boolean;

/** A place of a stream at which several events were recorded. */
interface ForkedPlace {
  readonly revision: number;
  /** The hashes of these events, as far as the tree shows them. */
  readonly recorded: readonly string[];
}

/** Kind of the finding that a stream whose first event is missing begins again. */
export const BEGUN_AGAIN = 'begun_again';

export const ACCEPTS_NOTHING: Accepts = () => false;

/**
 * Streams that this process found closed: one of their events is not authenticated, so nothing from this
 * event on counts (rule:first-fault-closes-the-stream). This is only a memory of what was read. The stored
 * events alone decide whether a stream is closed, so a stream that was repaired is open at its next load.
 *
 * Forks are different, because each branch of a fork is authenticated. A fork closes its stream until the
 * operator accepts its place (rule:no-second-event-at-a-place).
 */
export class ClosedStreams {
  private readonly known = new LRUCache<string, UntrustedPlace>({ max: REMEMBERED });
  /**
   * The trust streams among them. They close other streams, so none is forgotten. Usually there are very few:
   * only a stream that was closed once has records.
   */
  private readonly trust = new Map<string, UntrustedPlace>();
  /** The places of the second branches, ascending, by stream. A fork is rare, so their number is not limited. */
  private readonly forks = new Map<string, readonly ForkedPlace[]>();

  /**
   * @param told `found` is called once for each place that is found. `opened` is called when a stream is read
   * as a whole that this process had found closed.
   */
  constructor(
    private readonly told: {
      readonly found?: ((stream: string, place: UntrustedPlace) => void) | undefined;
      readonly opened?: ((stream: string) => void) | undefined;
    } = {},
    readonly accepts: Accepts = ACCEPTS_NOTHING,
    /** Returns the first revision that does not count because the operator ended the stream before it. */
    private readonly endOf: (stream: string) => number | undefined = () => undefined,
    /** True if the records about the stream are closed. They may have its end. */
    private readonly areRecordsClosed: (stream: string) => boolean = () => false,
  ) {}

  /** Does not report the fault `records`: the service reports the closed records themselves. */
  close(stream: string, place: UntrustedPlace): void {
    const memory = this.memoryOf(stream);
    const before = memory.get(stream);
    const isKnown = before?.revision === place.revision && before.fault === place.fault;
    if (isKnown && (place.isOurs !== true || before.isOurs === true)) return;
    memory.set(stream, place);
    if (!isKnown && place.fault !== 'records') this.told.found?.(stream, place);
  }

  /**
   * Closes the stream from this revision on, at which another event was recorded before.
   * @param recorded the hashes of all events that the tree shows there now
   */
  fork(stream: string, revision: number, recorded: readonly string[] = []): void {
    const before = this.forks.get(stream) ?? [];
    const known = before.find((fork) => fork.revision === revision)?.recorded;
    if (known?.length === recorded.length && known.every((hash) => recorded.includes(hash))) return;
    this.forks.set(
      stream,
      [...before.filter((fork) => fork.revision !== revision), { revision, recorded }].sort(
        (one, other) => one.revision - other.revision,
      ),
    );
    if (!this.accepts(stream, revision, 'forked', undefined, recorded))
      this.told.found?.(stream, { revision, fault: 'forked' });
  }

  /**
   * Returns the first fork of the stream that the operator did not accept.
   * @param hashAt returns the hash of the event that is stored at a revision, as far as the caller knows it
   */
  forkIn(
    stream: string,
    hashAt: (revision: number) => string | undefined = () => undefined,
  ): UntrustedPlace | undefined {
    const isOpen = ({ revision, recorded }: ForkedPlace): boolean =>
      !this.accepts(stream, revision, 'forked', hashAt(revision), recorded);
    const fork = this.forks.get(stream)?.find(isOpen);
    return fork === undefined ? undefined : { revision: fork.revision, fault: 'forked' };
  }

  /** Returns the place from which on the stream does not count because the operator ended it. */
  endIn(stream: string): UntrustedPlace | undefined {
    const revision = this.endOf(stream);
    return revision === undefined ? undefined : { revision, fault: 'ended' };
  }

  /**
   * Returns the place behind the last event of a stream whose records are closed, so nothing can be recorded
   * there. @param last revision of the last event
   */
  recordsIn(stream: string, last: number): UntrustedPlace | undefined {
    return this.areRecordsClosed(stream) ? { revision: last + 1, fault: 'records' } : undefined;
  }

  /** Forgets a stream that was read as a whole, and in which nothing was found. Forks stay. */
  open(stream: string): void {
    if (this.memoryOf(stream).delete(stream)) this.told.opened?.(stream);
  }

  /** The closed streams that are remembered. */
  get streams(): readonly string[] {
    return [...this.trust.keys(), ...this.known.keys()];
  }

  placeIn(stream: string): UntrustedPlace | undefined {
    return earliest(this.memoryOf(stream).get(stream), this.forkIn(stream), this.endIn(stream));
  }

  /** True if something in the stream does not count, or if nothing can be recorded behind its last event. */
  isClosed(stream: string): boolean {
    return this.placeIn(stream) !== undefined || this.areRecordsClosed(stream);
  }

  /** True if the event at this revision is at or behind the place at which the stream is closed. */
  covers(stream: string, revision: number): boolean {
    const place = this.placeIn(stream);
    return place !== undefined && place.revision <= revision;
  }

  private memoryOf(stream: string): Pick<Map<string, UntrustedPlace>, 'get' | 'delete'> & {
    set(stream: string, place: UntrustedPlace): unknown;
  } {
    return stream.startsWith(TRUST_PREFIX) ? this.trust : this.known;
  }
}

/** Returns the first of several places at which a stream is closed; among equal ones the one that is named first. */
export const earliest = (...places: readonly (UntrustedPlace | undefined)[]): UntrustedPlace | undefined =>
  places
    .filter((place) => place !== undefined)
    .reduce<UntrustedPlace | undefined>(
      (first, place) => (first !== undefined && first.revision <= place.revision ? first : place),
      undefined,
    );
