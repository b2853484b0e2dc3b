import type { AcceptedPlace } from '../../eventsourcing/trust/adoption.js';
import { placeName } from '../../eventsourcing/trust/place-names.js';
import { OperatorError } from '../../platform/errors/operator-error.js';

/**
 * The effect of accepting a place:
 * - `counts`: the event gets a leaf and is believed from then on
 * - `tolerated`: the event or checkpoint stays lost, and no verification reports it any more
 * - `closed`: no verification reports the place any more, but the stream stays closed from there on
 */
export type Effect = 'counts' | 'tolerated' | 'closed';

export interface BrokenPlace extends AcceptedPlace {
  /** The fault, as a clause. */
  readonly detail: string;
  readonly effect: Effect;
}

/** Maximum number of broken places. A log with more of them is hardly the right log. */
const MOST = 100_000;

export class TooManyBroken extends OperatorError {
  constructor() {
    super(
      `More than ${MOST} places of the log are broken. Are EVENT_STORE_URL, DATABASE_URL, APPEND_KEY and LOG_ADOPTED those of this service?`,
    );
  }
}

/** Collects the broken places of a log, and knows which of them the operator accepts. */
export class BrokenPlaces {
  private readonly found = new Map<string, BrokenPlace>();
  private readonly accepted: ReadonlySet<string>;
  /** Names of accepted places that were met in the log or its tree. */
  private readonly met = new Set<string>();
  /** Names of the broken places that the operator does not accept. */
  private readonly unaccepted = new Set<string>();

  /**
   * @param places includes the places of earlier adoptions
   * @param isOutdated true if the acceptance of a place does not cover what was found there, because the service
   * recorded another event there since
   */
  constructor(
    private readonly places: readonly AcceptedPlace[],
    private readonly isOutdated: (place: AcceptedPlace, hash?: string) => boolean = () => false,
  ) {
    this.accepted = new Set(places.map(placeName));
  }

  /** True if a place is broken that the operator does not accept. */
  get isAnyUnaccepted(): boolean {
    return this.unaccepted.size > 0;
  }

  /** The broken places that the operator does not accept. */
  get open(): readonly BrokenPlace[] {
    return [...this.found].filter(([name]) => this.unaccepted.has(name)).map(([, place]) => place);
  }

  /** The broken places that the operator accepts. */
  get tolerated(): readonly BrokenPlace[] {
    return [...this.found].filter(([name]) => !this.unaccepted.has(name)).map(([, place]) => place);
  }

  /** The accepted places that neither the log nor its tree has. */
  get unknown(): readonly AcceptedPlace[] {
    return this.places.filter((place) => !this.met.has(placeName(place)));
  }

  accepts(place: AcceptedPlace): boolean {
    return this.accepted.has(placeName(place));
  }

  /**
   * Reports a broken place. A later report of the same place replaces the earlier one, because it knows more,
   * unless only the earlier one is not accepted. Returns true if the operator accepts the place.
   * @param hash of the event that is missing
   * @throws TooManyBroken
   */
  report(place: BrokenPlace, hash?: string): boolean {
    const name = placeName(place);
    const isAccepted = this.accepted.has(name) && !this.isOutdated(place, hash);
    if (isAccepted) this.met.add(name);
    else this.unaccepted.add(name);
    if (this.unaccepted.size > MOST) throw new TooManyBroken();
    if (!isAccepted || !this.unaccepted.has(name)) this.found.set(name, place);
    return isAccepted;
  }

  /** Notes that the log has an event at this place. */
  pass(place: AcceptedPlace): void {
    if (this.accepted.size === 0) return;
    const name = placeName(place);
    if (this.accepted.has(name)) this.met.add(name);
  }
}
