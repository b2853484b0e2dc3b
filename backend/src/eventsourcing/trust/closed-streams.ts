import { LRUCache } from 'lru-cache';
import type { UntrustedPlace } from './authenticate.js';

/** Number of closed streams that are remembered. A stream that was forgotten is found again when it is read. */
const REMEMBERED = 50_000;

/**
 * True if the operator accepted this finding at this place.
 * @param kind an `EventFault`, or the kind of a finding of a verification
 * @param hash the hash of the event that is stored at the place. For `missing` it is the hash of the event that
 * is not
 */
export type Accepts = (stream: string, revision: number, kind: string, hash?: string) => boolean;

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
  /** Revisions of the second branches, ascending, by stream. A fork is rare, so their number is not limited. */
  private readonly forks = new Map<string, readonly number[]>();

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
  ) {}

  close(stream: string, place: UntrustedPlace): void {
    const before = this.known.get(stream);
    if (before?.revision === place.revision && before.fault === place.fault) return;
    this.known.set(stream, place);
    this.told.found?.(stream, place);
  }

  /** Closes the stream from this revision on, at which another event was recorded before. */
  fork(stream: string, revision: number): void {
    const before = this.forks.get(stream) ?? [];
    if (before.includes(revision)) return;
    this.forks.set(
      stream,
      [...before, revision].sort((one, other) => one - other),
    );
    if (!this.accepts(stream, revision, 'forked')) this.told.found?.(stream, { revision, fault: 'forked' });
  }

  /** Returns the first fork of the stream that the operator did not accept. */
  forkIn(stream: string): UntrustedPlace | undefined {
    const revision = this.forks.get(stream)?.find((one) => !this.accepts(stream, one, 'forked'));
    return revision === undefined ? undefined : { revision, fault: 'forked' };
  }

  /** Forgets a stream that was read as a whole, and in which nothing was found. Forks stay. */
  open(stream: string): void {
    if (this.known.delete(stream)) this.told.opened?.(stream);
  }

  /** The closed streams that are remembered. */
  get streams(): readonly string[] {
    return [...this.known.keys()];
  }

  placeIn(stream: string): UntrustedPlace | undefined {
    const [known, fork] = [this.known.get(stream), this.forkIn(stream)];
    if (known === undefined || fork === undefined) return known ?? fork;
    return fork.revision < known.revision ? fork : known;
  }

  /** True if the event at this revision is at or behind the place at which the stream is closed. */
  covers(stream: string, revision: number): boolean {
    const place = this.placeIn(stream);
    return place !== undefined && place.revision <= revision;
  }
}
