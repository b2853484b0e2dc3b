import type { Pool } from 'pg';
import { livingNdas } from '../living-ndas.js';

/** An invitation that is due. `dueAt` and `id` define its position in the order of due invitations. */
export interface DueInvitation {
  readonly id: string;
  readonly revision: number;
  readonly dueAt: Date;
}

/**
 * Returns invitations that are due at the time `at`, in the order in which they became due. The result begins
 * after the position `after`.
 */
export async function dueInvitations(
  pool: Pool,
  at: Date,
  after: Pick<DueInvitation, 'dueAt' | 'id'> | undefined,
  limit: number,
): Promise<readonly DueInvitation[]> {
  const { rows } = await pool.query<DueInvitation>(
    `SELECT id, revision, due_at AS "dueAt" FROM ${livingNdas()} WHERE due_at IS NOT NULL AND due_at <= $1
       AND (due_at, id) > (coalesce($2, '-infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
     ORDER BY due_at, id LIMIT $4`,
    [at, after?.dueAt ?? null, after?.id ?? null, limit],
  );
  return rows;
}

/**
 * Sets the time at which the NDA is due next. Call this function if that time changes without an event. If an
 * event has changed the row since the row was read, the row stays unchanged. At the next event, the
 * projection computes the time again.
 */
export async function setNextDue(
  pool: Pool,
  { id, revision }: Pick<DueInvitation, 'id' | 'revision'>,
  dueAt: string | null,
): Promise<void> {
  await pool.query('UPDATE ndas SET due_at = $3 WHERE id = $1 AND revision = $2', [id, revision, dueAt]);
}
