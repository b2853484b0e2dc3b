import { randomUUID } from 'node:crypto';
import type { UntrustedEvent } from '../event-store.js';
import type { AppendCalls } from './append-call.js';
import type { LogReader } from './log-reader.js';
import type { OwnStreams } from './own-streams.js';

/** The metadata of a stream by which the server leaves events out of reads of the stream. */
const HIDING = ['$tb', '$maxCount', '$maxAge'];
const METADATA_TYPE = '$metadata';
/** Number of attempts. The metadata of a deleted stream must be set twice before its events are shown. */
const TRIES = 5;

/**
 * Returns the streams with these prefixes whose metadata may hide events. Reads the metadata of all our streams,
 * and nothing else. A server keeps hidden events in its log until an operator scavenges it.
 * @throws EventStoreUnavailable
 */
export async function hidingStreams(
  reader: Pick<LogReader, 'metadataOf'>,
  streamPrefixes: readonly string[],
): Promise<readonly string[]> {
  const newest = new Map<string, UntrustedEvent>();
  for await (const event of reader.metadataOf(streamPrefixes)) newest.set(event.stream, event);
  return [...newest.values()]
    .filter((event) => withoutHiding(event) !== undefined)
    .map(({ stream }) => stream);
}

interface Parts {
  readonly reader: Pick<LogReader, 'readFull'>;
  readonly calls: Pick<AppendCalls, 'append'>;
  readonly streams: OwnStreams;
}

/**
 * Sets the metadata of a stream without those members that hide events. All other members stay.
 * @throws EventStoreUnavailable
 */
export async function showHidden({ reader, calls, streams }: Parts, stream: string): Promise<void> {
  const name = streams.metadataOf(stream);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [newest] = await reader.readFull(name, { direction: 'backwards', limit: 1 });
    const data = newest && withoutHiding(newest);
    if (newest === undefined || data === undefined) return;
    const event = { id: randomUUID(), type: METADATA_TYPE, data, metadata: Buffer.from('{}') };
    await calls.append({ stream: name, expected: newest.revision, events: [event] });
  }
  throw new Error(`another program sets the metadata of ${stream} again and again`);
}

/** Returns the metadata without the members that hide events. Undefined if there are no such members. */
function withoutHiding({ data }: UntrustedEvent): Buffer | undefined {
  const members = membersOf(data);
  const left = Object.entries(members).filter(([name]) => !HIDING.includes(name));
  if (left.length === Object.keys(members).length) return undefined;
  return Buffer.from(JSON.stringify(Object.fromEntries(left)));
}

/** Metadata that are no JSON object hide nothing. */
function membersOf(data: Uint8Array): object {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
