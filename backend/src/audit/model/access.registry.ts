import type { ReadingKind, Role } from '@siegel/contracts/enums';
import type { EventRegistry } from '../../eventsourcing/journal/event.js';
import { textOf, texts } from '../../eventsourcing/journal/fields.js';

/**
 * The causes that end a session (rule:sessions-end).
 * - `logout`: the person logged out
 * - `login`: there was another login in the same browser
 * - `time`: the session is twelve hours old, or was idle for two hours
 * - `password`: the password of the session's role was changed
 */
export const SESSION_ENDS = ['logout', 'login', 'time', 'password'] as const;

/** The registry of session events. It has the same form as the registry of NDA events. */
export const accessEvents = {
  /**
   * The first event of a session. The session's id is a hash, and the time of this event is one of its
   * inputs.
   */
  SessionBegan: {
    version: 1,
    open: { role: textOf<Role>() },
    personal: {},
    meaning: 'Someone logged in as admin or auditor; a session without this event is not valid.',
  },
  /**
   * The admin or the auditor is about to see personal data (rule:readings-are-recorded). The event itself
   * contains no personal data, so its stream has no key. The name of the stream contains the id of the
   * session.
   */
  PersonalDataRead: {
    version: 1,
    open: {
      role: textOf<Role>(),
      what: textOf<ReadingKind>(),
      /** Ids of the NDAs that were shown; the text of a search is not recorded. */
      ndaIds: texts,
    },
    personal: {},
    meaning: 'The service was about to show personal data of these NDAs to the admin or auditor.',
  },
  /** The last event of a session. */
  SessionEnded: {
    version: 1,
    open: { by: textOf<(typeof SESSION_ENDS)[number]>() },
    personal: {},
    meaning:
      'The session ended by its logout, by another login in the same browser, by time or by another password.',
  },
} satisfies EventRegistry;
