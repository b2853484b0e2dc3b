import type { ReadingKind, Role } from '@siegel/contracts/enums';
import type { NewEvent } from '../eventsourcing/journal/event.js';

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

export type AccessEvent = PersonalDataRead;

export const ACCESS_STREAM_PREFIX = 'access-';
/** @param session keyed hash of the session, hexadecimal */
export const accessStream = (session: string): string => `${ACCESS_STREAM_PREFIX}${session}`;
export const sessionOf = (stream: string): string => stream.slice(ACCESS_STREAM_PREFIX.length);
