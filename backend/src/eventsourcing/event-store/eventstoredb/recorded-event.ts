import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { UntrustedEvent } from '../event-store.js';
import { asPosition } from './positions.js';
import { textOf } from './uuids.js';

export type Recorded = ReadResp.ReadEvent.RecordedEvent;

export function streamOf(recorded: Recorded): string {
  const bytes = recorded.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array(0);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/**
 * Highest revision of an event. The record by which a server deletes a stream for good has 2^63-1, which no
 * integer of ours can hold. It gets this one.
 */
const LAST_REVISION = 2 ** 31 - 1;

/**
 * Converts a recorded event. `stream` is our name for the event's stream. The commit position alone
 * identifies the event, because every append is a transaction of its own.
 */
export function storedEvent(recorded: Recorded, stream: string): UntrustedEvent {
  return {
    stream,
    revision: Math.min(Number(recorded.getStreamRevision()), LAST_REVISION),
    position: asPosition(recorded.getCommitPosition()),
    id: textOf(recorded.getId()),
    type: recorded.getMetadataMap().get('type') ?? '',
    data: recorded.getData_asU8(),
    metadata: recorded.getCustomMetadata_asU8(),
  };
}
