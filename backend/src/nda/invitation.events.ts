import type { EventOf } from '../eventsourcing/journal/event.js';
import type { invitationEvents } from './invitation.registry.js';

export type ReminderSent = EventOf<typeof invitationEvents, 'ReminderSent'>;
