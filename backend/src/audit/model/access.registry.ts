import type { ReadingKind, Role } from '@siegel/contracts/enums';
import type { EventRegistry } from '../../eventsourcing/journal/event.js';
import { textOf, texts } from '../../eventsourcing/journal/fields.js';

/**
 * What ends a session (rule:sessions-end): its logout, another login in the same browser, twelve hours or two idle
 * ones, another password of its role.
 */
export const SESSION_ENDS = ['logout', 'login', 'time', 'password'] as const;

/** The registry, as that of NDAs. */
export const accessEvents = {
  /** The first event of a session. Its time is the start that the session's id is a hash of. */
  SessionBegan: {
    version: 1,
    open: { role: textOf<Role>() },
    personal: {},
    meaning: 'Someone logged in as admin or auditor; a session without this event is not valid.',
  },
  /**
   * A role sees personal data (rule:readings-are-recorded). Nothing of it is personal, so a stream of these has no key;
   * the session is in the stream's name.
   */
  PersonalDataRead: {
    version: 1,
    open: {
      role: textOf<Role>(),
      what: textOf<ReadingKind>(),
      /** Ids of the NDAs that were shown; of a search not what was searched for. */
      ndaIds: texts,
    },
    personal: {},
    meaning: 'The service was about to show personal data of these NDAs to the admin or auditor.',
  },
  /** Nothing of a session follows it. */
  SessionEnded: {
    version: 1,
    open: { by: textOf<(typeof SESSION_ENDS)[number]>() },
    personal: {},
    meaning:
      'The session ended by its logout, by another login in the same browser, by time or by another password.',
  },
} satisfies EventRegistry;
