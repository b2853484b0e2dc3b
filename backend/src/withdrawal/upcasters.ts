import type { Upcasters } from '../eventsourcing/journal/journal.js';

/**
 * From each old version of an event to the next. Every event is in its first version so far; `fixtures/`
 * holds one of each, for ever.
 */
export const withdrawalUpcasters: Upcasters = {};
