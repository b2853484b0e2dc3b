import { metadataOf } from '../journal/chain.js';
import type { Trust } from './create-trust.js';
import { StreamUntrusted } from './stream-untrusted.js';

/** An event that was recorded. */
export interface RecordedPlace {
  readonly stream: string;
  readonly revision: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** A read may come from a server that is behind, so a second read follows if there is no event. */
const READS = 2;

/**
 * Reads the event back by its place (rule:acts-have-receipts). A trigger may drop or change what the store said
 * it wrote. Closes the stream if the event is not there.
 * @throws StreamUntrusted, EventStoreUnavailable
 */
export async function requireStored(
  { log, closed }: Pick<Trust, 'log' | 'closed'>,
  { stream, revision, hash }: RecordedPlace,
): Promise<void> {
  let found: string | undefined;
  for (let read = 0; read < READS && found === undefined; read += 1) {
    const [event] = await log.single(stream, { from: revision });
    found = event?.revision === revision ? metadataOf(event)?.hash : undefined;
  }
  if (found === hash) return;
  const place = { revision, fault: found === undefined ? 'missing' : 'forked' } as const;
  closed.close(stream, place);
  throw new StreamUntrusted(stream, place);
}
