import type { Pool } from 'pg';
import type { AcceptedPlace, Adoption } from '../eventsourcing/trust/adoption.js';
import { placeName } from '../eventsourcing/trust/place-names.js';
import { type LeafNames, leavesAt } from './leaves.js';

/** Number of places that are looked up at once. */
const AT_ONCE = 1000;

/**
 * Returns the accepted places at which the service has recorded an event since the adoption. Such an event counts
 * and may be tampered with, so what the operator accepted there does not excuse that.
 */
export async function filledAgain(
  pool: Pool,
  names: LeafNames,
  adoption: Pick<Adoption, 'accepted' | 'size'> | undefined,
): Promise<readonly AcceptedPlace[]> {
  if (adoption === undefined) return [];
  const { accepted, size } = adoption;
  const filled: AcceptedPlace[] = [];
  for (let from = 0; from < accepted.length; from += AT_ONCE) {
    const part = accepted.slice(from, from + AT_ONCE);
    const leaves = await leavesAt(pool, part);
    const isFilled = (place: AcceptedPlace): boolean =>
      leaves.get(placeName(place))?.some((leaf) => leaf.place >= size && names.isNamed(leaf)) === true;
    filled.push(...part.filter(isFilled));
  }
  return filled;
}
