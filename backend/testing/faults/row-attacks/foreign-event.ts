import { randomUUID } from 'node:crypto';
import type { Image } from './tables.js';

/** Metadata that the table of events accepts: they end with a MAC, which no key of the service made. */
const METADATA = Buffer.from(JSON.stringify({ of: 'another program', mac: '0'.repeat(52) }));

/** Returns the row of an event that another program wrote at this position of the log. */
export function foreignEventAt(position: unknown): Image {
  const id = randomUUID();
  const [data, metadata] = [Buffer.from('{}'), METADATA].map((bytes) => `\\x${bytes.toString('hex')}`);
  return { position, stream: `other-${id}`, revision: 0, id, type: 'Other.v1', data, metadata };
}
