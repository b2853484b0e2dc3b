import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { inParts } from '../platform/in-parts.js';
import type { DocumentRecord } from './verify-document.js';

/**
 * What the NDA's own stream says of a document. Read from the open skeleton alone: it stays when everything
 * else is erased. Every version that was ever sealed counts (rule:every-sealed-version-verifies).
 * @throws EventStoreUnavailable
 */
export const documentRecords =
  (store: Pick<EventStore, 'readStream'>, journal: Pick<Journal, 'decode'>) =>
  async (ndaId: string, documentHash: string): Promise<DocumentRecord> => {
    const record = { sealed: false, erased: false, disputed: false };
    for await (const part of inParts(await store.readStream(ndaStream(ndaId))))
      for (const stored of part) {
        const event = journal.decode<NdaEvent>(stored);
        if (event.unknown) continue;
        record.sealed ||= event.type === 'DocumentSealed' && event.open.documentHash === documentHash;
        record.erased ||= event.type === 'NdaErased';
        record.disputed ||= event.type === 'SignatureDisputed';
      }
    return record;
  };
