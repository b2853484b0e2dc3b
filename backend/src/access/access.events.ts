import type { ReadingKind, Role } from '@siegel/contracts/enums';
import type { NewEvent } from '../eventsourcing/journal/event.js';

/**
 * What ends a session (rule:sessions-end): its logout, another login in the same browser, twelve hours or two idle
 * ones, another password of its role.
 */
export const SESSION_ENDS = ['logout', 'login', 'time', 'password'] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** That somebody logged in: the first event of a session. Its time is the start that the session's id is a hash of. */
export type SessionBegan = NewEvent<'SessionBegan', { readonly role: Role }>;

/** That the session is none any more; nothing of a session follows it. */
export type SessionEnded = NewEvent<'SessionEnded', { readonly by: SessionEnd }>;

/**
 * That somebody of a role saw personal data (rule:readings-are-recorded). Nothing of it is personal, so a stream of
 * these has no key; the session is in the stream's name.
 */
export type PersonalDataRead = NewEvent<
  'PersonalDataRead',
  {
    readonly role: Role;
    readonly what: ReadingKind;
    /** Ids of the NDAs that were shown; of a search not what was searched for. */
    readonly ndaIds: readonly string[];
  }
>;

export type AccessEvent = SessionBegan | PersonalDataRead | SessionEnded;

export const ACCESS_STREAM_PREFIX = 'access-';
/** @param session keyed hash of the session, hexadecimal */
export const accessStream = (session: string): string => `${ACCESS_STREAM_PREFIX}${session}`;
export const sessionOf = (stream: string): string => stream.slice(ACCESS_STREAM_PREFIX.length);
