import type { RegistryOf } from '../eventsourcing/journal/event.js';
import { text, texts } from '../eventsourcing/journal/fields.js';
import type { AccessEvent } from './access.events.js';

/** The registry, as that of NDAs. */
export const accessEvents: RegistryOf<AccessEvent> = {
  SessionBegan: {
    version: 1,
    open: { role: text },
    personal: [],
    meaning: 'Somebody logged in as admin or auditor; a session without it is none.',
  },
  PersonalDataRead: {
    version: 1,
    open: { role: text, what: text, ndaIds: texts },
    personal: [],
    meaning: 'Admin or auditor was about to be shown personal data of these NDAs.',
  },
  SessionEnded: {
    version: 1,
    open: { by: text },
    personal: [],
    meaning:
      'The session ended by its logout, by another login in the same browser, by time or by another password.',
  },
};
