import type { Pool } from 'pg';
import { ndasOwingInvitations } from '../agreements/owed/invite-owed.js';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { inviteJob } from './invite-when-paid.js';

/**
 * Finds every NDA that is paid and is to be signed by link, and whose Party 2 was never invited. The age of
 * the NDA does not matter.
 */
export const owedInvitations = (pool: Pool): Sweep => ({
  name: 'owed-invitations',
  find: inPages(
    (after, limit) => ndasOwingInvitations(pool, after, limit),
    ({ id }) => [inviteJob(id)],
  ),
});
