import { type EventStoreLocation, openEventStore } from '#src/app/open-event-store';
import type { EventStore } from '#src/eventsourcing/event-store/event-store';
import { verifyChain } from '#src/eventsourcing/journal/chain';
import { silentLogger } from '#src/platform/logging/logger';
import type { Acknowledged } from '../steps/customer.js';
import { until } from '#src/platform/testing/until';

/** Events that follow once an agreement is signed and paid. */
const FOLLOWING = ['DocumentSealed.v1', 'NdaSent.v1'];

/** Opens an event store. Tries again if the machine is so busy that the server does not answer in time. */
export const openStoreWhenReady = (location: EventStoreLocation): Promise<EventStore> =>
  until(() => openEventStore(location, silentLogger).catch(() => undefined));

/**
 * Expects that the chains of the log are unbroken. Expects that the log contains each acknowledged event
 * exactly once, and each event that follows from an acknowledged event exactly once.
 */
export async function expectEachOnce(
  events: EventStore,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  for (const id of new Set(acknowledged.map(({ ndaId }) => ndaId))) {
    const stored = await until(async () => {
      // On a busy machine the store may not respond in time. Then the stream is read again.
      const found = await events.readStream(`nda-${id}`).catch(() => []);
      return found.some(({ type }) => type === 'NdaSent.v1') && found;
    });
    expect(verifyChain(stored)).toMatchObject({ intact: true });
    const types = stored.map(({ type }) => type);
    const acknowledgedTypes = acknowledged.filter(({ ndaId }) => ndaId === id).map(({ type }) => type);
    for (const type of [...acknowledgedTypes, ...FOLLOWING])
      expect(types.filter((each) => each === type)).toEqual([type]);
  }
}
