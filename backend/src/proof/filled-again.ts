import type { Pool } from 'pg';
import type { AcceptedPlace, Adoption } from '../eventsourcing/trust/adoption.js';

/**
 * Returns the accepted places at which the service has recorded an event since the adoption. Such an event counts
 * and may be tampered with, so what the operator accepted there does not excuse that.
 */
export async function filledAgain(
  pool: Pool,
  adoption: Pick<Adoption, 'accepted' | 'size'> | undefined,
): Promise<readonly AcceptedPlace[]> {
  if (adoption === undefined || adoption.accepted.length === 0) return [];
  const { accepted, size } = adoption;
  const { rows } = await pool.query<AcceptedPlace>(
    `SELECT DISTINCT leaf.stream, leaf.revision
     FROM unnest($1::text[], $2::integer[]) AS accepted(stream, revision)
     JOIN log_leaves AS leaf ON leaf.stream = accepted.stream AND leaf.revision = accepted.revision
     WHERE leaf.place >= $3`,
    [accepted.map(({ stream }) => stream), accepted.map(({ revision }) => revision), size],
  );
  return rows;
}
