import type { Upcasters } from '../eventsourcing/journal/journal.js';

/**
 * One upcaster from each old version of an event to the next version. So far every event is in its first
 * version, so there are no upcasters. `fixtures/` permanently contains one event of each version.
 */
export const voucherUpcasters: Upcasters = {};
