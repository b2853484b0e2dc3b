import type { Pool } from 'pg';
import {
  type Acceptance,
  type AcceptedPlace,
  NOTHING_FILLED,
  type Refills,
} from '../eventsourcing/trust/adoption.js';
import { placeName } from '../eventsourcing/trust/place-names.js';
import { type Leaf, type LeafNames, leavesSince } from './leaves.js';

/**
 * The events that the service recorded at accepted places since they were accepted, by their leaves. Such an event
 * counts and may be tampered with, so the acceptance does not excuse that. A row of a leaf that the service did not
 * write counts as none. `refresh` reads the leaves that were added since: a place may be filled while this
 * process runs.
 */
export class FilledAgain implements Refills {
  private readonly sizes: ReadonlyMap<string, number>;
  /** Hashes of the events since, by the names of the accepted places. */
  private readonly hashes = new Map<string, Set<string>>();
  /** Names of the accepted places at or behind which the stream has an event since. */
  private readonly continued = new Set<string>();
  /** The other accepted places, by stream. */
  private readonly atEnd = new Map<string, readonly Acceptance[]>();
  /** Number of leaves below which nothing is read again. */
  private from: number;

  private constructor(
    private readonly pool: Pool,
    private readonly names: LeafNames,
    accepted: readonly Acceptance[],
  ) {
    this.sizes = new Map(accepted.map((place) => [placeName(place), place.size]));
    this.from = accepted.reduce((least, { size }) => Math.min(least, size), Number.MAX_SAFE_INTEGER);
    for (const place of accepted)
      this.atEnd.set(place.stream, [...(this.atEnd.get(place.stream) ?? []), place]);
  }

  /** Without an accepted place, nothing is read. */
  static async over(pool: Pool, names: LeafNames, accepted: readonly Acceptance[] = []): Promise<Refills> {
    if (accepted.length === 0) return NOTHING_FILLED;
    const filled = new FilledAgain(pool, names, accepted);
    await filled.refresh(0);
    return filled;
  }

  hashesAt(place: AcceptedPlace): ReadonlySet<string> {
    return this.hashes.get(placeName(place)) ?? new Set();
  }

  isContinued(place: AcceptedPlace): boolean {
    return this.continued.has(placeName(place));
  }

  /**
   * @param unchanging number of leaves that do not change any more: they are not read again. The caller knows it
   * from what it authenticated, because any row can name a number
   */
  async refresh(unchanging: number): Promise<void> {
    const leaves = await leavesSince(this.pool, this.from, [...this.atEnd.keys()]);
    for (const leaf of leaves) if (this.names.isNamed(leaf)) this.take(leaf);
    this.from = Math.max(this.from, unchanging);
  }

  private take({ place, eventHash, stream, revision }: Leaf): void {
    const name = placeName({ stream, revision });
    const isSince = (accepted: number): boolean => place >= accepted;
    const size = this.sizes.get(name);
    if (size !== undefined && isSince(size))
      this.hashes.set(name, (this.hashes.get(name) ?? new Set()).add(eventHash));
    const left: Acceptance[] = [];
    for (const one of this.atEnd.get(stream) ?? [])
      if (isSince(one.size) && one.revision <= revision) this.continued.add(placeName(one));
      else left.push(one);
    this.atEnd.set(stream, left);
  }
}
