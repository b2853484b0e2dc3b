import type { Pool } from 'pg';
import type { Acceptance, AcceptedPlace, Adoption, Refills } from '../../eventsourcing/trust/adoption.js';
import { placeName } from '../../eventsourcing/trust/place-names.js';
import { FilledAgain } from '../filled-again.js';
import type { LeafNames } from '../leaves.js';

interface Accepting {
  readonly pool: Pool;
  /** The statement of the adoption before this one. */
  readonly former: Adoption | undefined;
  /** The places that the operator accepts now. */
  readonly decisions: { readonly accept: readonly AcceptedPlace[] };
}

/**
 * The places that the operator accepts, now or in an earlier adoption. An earlier acceptance does not cover an event
 * that the service recorded at its place since: a later loss there has to be accepted again.
 */
export class Acceptances {
  private readonly former: ReadonlyMap<string, Acceptance>;
  /** The places that are named now. */
  private readonly named: ReadonlyMap<string, AcceptedPlace>;

  private constructor(
    { former, decisions }: Accepting,
    private readonly refills: Refills,
  ) {
    this.former = new Map(former?.accepted.map((place) => [placeName(place), place]));
    this.named = new Map(decisions.accept.map((place) => [placeName(place), place]));
  }

  /** @param names tells which rows of leaves the service wrote */
  static async of(parts: Accepting, names: LeafNames): Promise<Acceptances> {
    return new Acceptances(parts, await FilledAgain.over(parts.pool, names, parts.former?.accepted));
  }

  get places(): readonly AcceptedPlace[] {
    return [...new Map<string, AcceptedPlace>([...this.former, ...this.named]).values()];
  }

  /** True if a place is named that no earlier acceptance covers. */
  get isAnyNew(): boolean {
    return [...this.named.values()].some((place) => this.isNew(place));
  }

  /**
   * True if only an earlier acceptance names the place, and does not cover what was found there.
   * @param hash of the event that is missing
   */
  isOutdated(place: AcceptedPlace, hash?: string): boolean {
    const name = placeName(place);
    if (!this.former.has(name) || this.named.has(name)) return false;
    const since = this.refills.hashesAt(place);
    return hash === undefined ? since.size > 0 : since.has(hash);
  }

  /** Returns the acceptances after an adoption of a tree with this number of leaves. */
  after(size: number): readonly Acceptance[] {
    const added = [...this.named].filter(([, place]) => this.isNew(place));
    return [
      ...new Map([
        ...this.former,
        ...added.map(([name, { stream, revision }]) => [name, { stream, revision, size }] as const),
      ]).values(),
    ];
  }

  private isNew(place: AcceptedPlace): boolean {
    return !this.former.has(placeName(place)) || this.refills.hashesAt(place).size > 0;
  }
}
