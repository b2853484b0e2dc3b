import type { Pool } from 'pg';
import { living } from '../living.js';

/** A row whose time has come, and where it stands among them. */
export interface DueInvitation {
  readonly id: string;
  readonly revision: number;
  readonly dueAt: Date;
}

/** Those due at that time and after that place, in the order in which they fell due. */
export async function dueInvitations(
  pool: Pool,
  at: Date,
  after: Pick<DueInvitation, 'dueAt' | 'id'> | undefined,
  limit: number,
): Promise<readonly DueInvitation[]> {
  const { rows } = await pool.query<DueInvitation>(
    `SELECT id, revision, due_at AS "dueAt" FROM ${living()} WHERE due_at IS NOT NULL AND due_at <= $1
       AND (due_at, id) > (coalesce($2, '-infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
     ORDER BY due_at, id LIMIT $4`,
    [at, after?.dueAt ?? null, after?.id ?? null, limit],
  );
  return rows;
}

/**
 * Sets a row on to when something is due next, where no event does it. A row that an event has changed since it was
 * read is left alone, and an event that comes later overrules it: the projection says anew what is due.
 */
export async function setOn(
  pool: Pool,
  { id, revision }: Pick<DueInvitation, 'id' | 'revision'>,
  dueAt: string | null,
): Promise<void> {
  await pool.query('UPDATE ndas SET due_at = $3 WHERE id = $1 AND revision = $2', [id, revision, dueAt]);
}
