import type { Upcasters } from '../eventsourcing/journal/journal.js';

/**
 * From each old version of an event to the next. Every event is in its first version so far; `fixtures/`
 * permanently contains one event of each version.
 */
export const voucherUpcasters: Upcasters = {};
