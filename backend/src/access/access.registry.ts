import type { RegistryOf } from '../eventsourcing/journal/event.js';
import { text, texts } from '../eventsourcing/journal/fields.js';
import type { AccessEvent } from './access.events.js';

/** The registry, as that of NDAs. */
export const accessEvents: RegistryOf<AccessEvent> = {
  PersonalDataRead: {
    version: 1,
    open: { role: text, what: text, ndaIds: texts },
    personal: [],
    meaning: 'Admin or auditor was about to be shown personal data of these NDAs.',
  },
};
