import { LRUCache } from 'lru-cache';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import { namelessPlaceOf } from './leaf-seals.js';
import type { Leaf } from './leaves.js';
import type { BrokenPlace } from './verify-stream.js';

/** Number of places and of closed streams that are remembered, so that none of them is reported twice. */
const REMEMBERED = 50_000;
/** Number of places that a verdict contains. All places are counted. */
export const PLACES_KEPT = 1000;

/** The findings so far. */
export interface FoundPlaces {
  readonly count: number;
  readonly first: BrokenPlace | null;
}

export const NOTHING_FOUND: FoundPlaces = { count: 0, first: null };

export interface BrokenPlacesParts {
  readonly isAccepted?: Accepts | undefined;
  /** Called with each place once. */
  readonly onPlace?: ((place: BrokenPlace) => void | Promise<void>) | undefined;
}

/**
 * The broken places of a verification, which goes on behind each of them (rule:log-is-verified). Reports each
 * place once, and no place that the operator accepted. The use of memory is bounded: with more than
 * `REMEMBERED` places, a place may be counted twice.
 */
export class BrokenPlaces {
  private readonly reported = new LRUCache<string, true>({ max: REMEMBERED });
  /** For each closed stream, the revision from which on it does not count. */
  private readonly closed = new LRUCache<string, number>({ max: REMEMBERED });
  private readonly kept: BrokenPlace[] = [];

  constructor(
    private readonly parts: BrokenPlacesParts,
    public found: FoundPlaces = NOTHING_FOUND,
  ) {}

  /** The first places that this object reported. An earlier part of the verification may have found others. */
  get places(): readonly BrokenPlace[] {
    return this.kept;
  }

  async report(place: BrokenPlace): Promise<void> {
    const { stream, revision, kind, detail } = place;
    if (stream !== null && revision !== null && this.parts.isAccepted?.(stream, revision, kind) === true)
      return;
    const name = stream === null ? `${kind}: ${detail}` : `${stream}@${revision}`;
    if (this.reported.has(name)) return;
    this.reported.set(name, true);
    this.found = { count: this.found.count + 1, first: this.found.first ?? place };
    if (this.kept.length < PLACES_KEPT) this.kept.push(place);
    await this.parts.onPlace?.(place);
  }

  /**
   * Reports a leaf whose row the service did not write so, by its place in the tree: nobody knows which
   * stream it belongs to. The operator may have accepted that its event is lost.
   */
  async reportRenamed(leaf: Pick<Leaf, 'place' | 'eventHash'>): Promise<void> {
    const { stream, revision } = namelessPlaceOf(leaf);
    if (this.parts.isAccepted?.(stream, revision, 'missing') === true) return;
    const detail = `the row of leaf ${leaf.place} is not the one that the service wrote`;
    await this.report({ stream: null, revision: null, kind: 'checkpoint_mismatch', detail });
  }

  /** Remembers that nothing of the stream counts from this revision on. */
  close(stream: string, from: number): void {
    this.closed.set(stream, Math.min(from, this.closed.get(stream) ?? from));
  }

  /** True if the place is at or behind the place from which on its stream does not count. */
  isClosed(stream: string, revision: number): boolean {
    if (this.closed.size === 0) return false;
    const from = this.closed.get(stream);
    return from !== undefined && from <= revision;
  }
}
