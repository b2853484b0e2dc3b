import type { Pool } from 'pg';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { inviteJob } from './invite-when-paid.js';

/** Every NDA that is paid for signing by link and whose Party 2 was never invited, since whatever time. */
export const owedInvitations = (pool: Pool): Sweep => ({
  name: 'owed-invitations',
  find: inPages(
    async (after, limit) => {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM invitations WHERE invite_owed AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`,
        [after ?? null, limit],
      );
      return rows;
    },
    ({ id }) => [inviteJob(id)],
  ),
});
