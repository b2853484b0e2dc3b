import { EventReader } from '../eventsourcing/journal/event-reader.js';
import { EventTypes } from '../eventsourcing/journal/event-types.js';
import type { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { partNumberOf } from '../trust-stream/trust.events.js';
import { trustEvents } from '../trust-stream/trust.registry.js';
import { TrustRecords } from './trust-records.js';

/**
 * Reads what the operator did to closed streams, for a command that only reads and has no key of the vault.
 * These records have nothing that is sealed. @throws EventStoreUnavailable
 */
export async function storedRecords(
  log: Pick<TrustedReader, 'readAll' | 'load' | 'placeIn'>,
): Promise<TrustRecords> {
  const vault = { open: () => Promise.reject(new Error('records about streams are not sealed')) };
  const journal = new EventReader(vault, {
    upcasters: {},
    types: new EventTypes([trustEvents]),
    isOwnStream: (stream) => partNumberOf(stream) !== undefined,
  });
  const records = new TrustRecords({ log, journal });
  await records.read();
  return records;
}
