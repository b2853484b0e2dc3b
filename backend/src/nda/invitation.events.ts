import type { EventOf } from '../eventsourcing/journal/event.js';
import type { invitationEvents } from './invitation.registry.js';

export type ReminderSent = EventOf<typeof invitationEvents, 'ReminderSent'>;
/** The fate of an invitation's mail that is not sent again. */
export type InvitationFate = EventOf<typeof invitationEvents, 'InvitationSent'>['open']['fate'];
