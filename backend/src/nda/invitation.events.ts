import type { EventOf } from '../eventsourcing/journal/event.js';
import type { invitationEvents } from './invitation.registry.js';

export type Party2Invited = EventOf<typeof invitationEvents, 'Party2Invited'>;
export type ReminderSent = EventOf<typeof invitationEvents, 'ReminderSent'>;
