import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import type { DocumentRecord } from './verify-document.js';

/**
 * What the NDA's own stream says of a document. Read from the open skeleton alone: it stays when everything
 * else is erased. Every version that was ever sealed counts (rule:every-sealed-version-verifies).
 * @throws EventStoreUnavailable
 */
export const documentRecords =
  (store: Pick<EventStore, 'readStream'>, journal: Pick<Journal, 'decode'>) =>
  async (ndaId: string, documentHash: string): Promise<DocumentRecord> => {
    const events = (await store.readStream(ndaStream(ndaId))).map((stored) =>
      journal.decode<NdaEvent>(stored),
    );
    return {
      sealed: events.some(
        (event) => event.type === 'DocumentSealed' && event.open.documentHash === documentHash,
      ),
      erased: events.some((event) => event.type === 'NdaErased'),
      disputed: events.some((event) => event.type === 'SignatureDisputed'),
    };
  };
