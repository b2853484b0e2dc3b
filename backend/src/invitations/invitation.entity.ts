import { entityOf } from '../eventsourcing/projections/columns.js';
import { INVITATION_COLUMNS } from './invitation-row.js';

/** What waits for its time or for its invitation has an index; what is over is in neither. */
export const InvitationEntity = entityOf('invitations', INVITATION_COLUMNS, [
  { name: 'invitations_due', on: ['dueAt', 'id'], where: 'due_at IS NOT NULL' },
  { name: 'invitations_invite_owed', on: ['id'], where: 'invite_owed' },
]);
