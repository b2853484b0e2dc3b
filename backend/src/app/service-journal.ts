import { accessEvents } from '../audit/model/access.registry.js';
import { ndaEvents } from '../nda/nda.registry.js';
import { ndaUpcasters } from '../nda/upcasters.js';
import { trustEvents } from '../trust-stream/trust.registry.js';
import { voucherUpcasters } from '../voucher/upcasters.js';
import { voucherEvents } from '../voucher/voucher.registry.js';
import { withdrawalUpcasters } from '../withdrawals/model/upcasters.js';
import { withdrawalEvents } from '../withdrawals/model/withdrawal.registry.js';
import { createJournal, type JournalParts } from '../eventsourcing/journal/create-journal.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { newId } from '../platform/crypto/ids.js';
import { isOwnStream } from './streams.js';

/** Creates a journal that knows the event types of all kinds of streams of this service. */
export const createServiceJournal = (
  parts: Pick<JournalParts, 'store' | 'trust' | 'vault' | 'logger' | 'beginnings'>,
): Journal =>
  createJournal({
    ...parts,
    registries: [ndaEvents, voucherEvents, withdrawalEvents, accessEvents, trustEvents],
    upcasters: { ...ndaUpcasters, ...voucherUpcasters, ...withdrawalUpcasters },
    isOwnStream,
    ids: newId,
  });
