import type { EventOf } from '../eventsourcing/journal/event.js';
import type { invitationEvents } from './invitation.registry.js';

export type ReminderSent = EventOf<typeof invitationEvents, 'ReminderSent'>;
/** The fate of an invitation's mail, recorded when the mail will not be sent again. */
export type InvitationFate = EventOf<typeof invitationEvents, 'InvitationSent'>['open']['fate'];
