import type { EventOf } from '../../eventsourcing/journal/event.js';
import type { accessEvents } from './access.registry.js';

export type AccessEvent = EventOf<typeof accessEvents>;
export type PersonalDataRead = EventOf<typeof accessEvents, 'PersonalDataRead'>;
export type SessionEnd = EventOf<typeof accessEvents, 'SessionEnded'>['open']['by'];

export const ACCESS_STREAM_PREFIX = 'access-';
/** @param session hexadecimal keyed hash of the session */
export const accessStream = (session: string): string => `${ACCESS_STREAM_PREFIX}${session}`;
export const sessionOf = (stream: string): string => stream.slice(ACCESS_STREAM_PREFIX.length);
