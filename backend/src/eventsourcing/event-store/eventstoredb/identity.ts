import { randomUUID } from 'node:crypto';
import type { AppendCalls } from './append-call.js';
import type { OwnStreams } from './own-streams.js';
import type { LogReader } from './log-reader.js';

/**
 * Returns the store's permanent name. The first process that opens the store writes the name. If several
 * processes write a name at the same time, only one of the writes succeeds, and every process then reads that
 * name.
 */
export async function identityOf(
  reader: LogReader,
  calls: AppendCalls,
  streams: OwnStreams,
): Promise<string> {
  const found = await readIdentity(reader, streams);
  if (found !== undefined) return found;
  const data = Buffer.from(JSON.stringify({ storeId: randomUUID() }));
  const event = { id: randomUUID(), type: 'EventStoreNamed.v1', data, metadata: Buffer.from('{}') };
  await calls.append({ stream: streams.identity, expected: 'no-stream', events: [event] });
  const written = await readIdentity(reader, streams);
  if (written === undefined)
    throw new Error(`EventStoreDB does not hold the stream ${streams.identity} that was just written`);
  return written;
}

/** Returns undefined if no process has written the name yet. */
export async function readIdentity(reader: LogReader, { identity }: OwnStreams): Promise<string | undefined> {
  const [first] = await reader.readFull(identity, { limit: 1 });
  return first && (JSON.parse(Buffer.from(first.data).toString('utf8')) as { storeId: string }).storeId;
}
