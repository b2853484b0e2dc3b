import type { EventStore, UntrustedEvent } from '#src/eventsourcing/event-store/event-store';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { parseCore, parseMetadata } from '#src/eventsourcing/journal/event-encoding';

/** Returns the type and time of each event in an NDA's stream, and the stored events. */
export async function historyOf(
  url: string,
  id: string,
): Promise<{ stored: UntrustedEvent[]; facts: { type: string; at: string }[] }> {
  const store: EventStore = await createPostgresEventStore({ url });
  try {
    const stored = await store.readStream(`nda-${id}`);
    const facts = stored.map((event) => ({
      type: event.type,
      at: parseCore(event, parseMetadata(event).core).at,
    }));
    return { stored, facts };
  } finally {
    await store.close();
  }
}
