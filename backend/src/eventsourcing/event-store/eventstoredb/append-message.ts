import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { EventBytes, ExpectedRevision } from '../event-store.js';
import { tooLargeEvent } from './failures.js';
import { identifier, plainBytes } from './requests.js';

export interface Append {
  /** Name of the stream on the server. */
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventBytes[];
}

/**
 * Size in bytes of the largest record that the server stores. A record of this size and its envelope fit into
 * the largest message that the server accepts.
 */
const MOST_RECORD_BYTES = 16 * 1024 * 1024;

/** Approximate size of an event in a message, in bytes. */
export const sizeOf = ({ data, metadata }: EventBytes): number => data.length + metadata.length + 200;

/**
 * Throws if an event is too large for any server. Such an event is never sent, because a message that is
 * larger than the server accepts ends the call for every append on that call.
 * @throws Error for an event that is too large
 */
export function assertStorable(events: readonly EventBytes[]): void {
  if (events.some((event) => sizeOf(event) > MOST_RECORD_BYTES))
    throw tooLargeEvent(String(MOST_RECORD_BYTES));
}

/**
 * Size in bytes above which an append is split into several messages. The server limits the size of each
 * message, and joins the messages of one append. An event is never split, so a message that contains only one
 * event may be larger.
 */
const MOST_BYTES = 3 * 1024 * 1024;

/**
 * Yields the messages of an append. The messages carry no deadline, because the protocol expresses a deadline
 * in the server's time, and the server's clock may differ from ours. The server has a time limit of its own,
 * and so does our caller.
 */
export function* appendMessages(append: Append, correlationId: string) {
  const correlation = uuid(correlationId);
  let message = new streams.BatchAppendReq();
  message.setCorrelationId(correlation);
  message.setOptions(optionsOf(append));
  let bytes = 0;
  for (const event of append.events) {
    const size = sizeOf(event);
    if (bytes > 0 && bytes + size > MOST_BYTES) {
      yield message;
      message = new streams.BatchAppendReq();
      message.setCorrelationId(correlation);
      bytes = 0;
    }
    bytes += size;
    message.addProposedMessages(proposed(event));
  }
  message.setIsFinal(true);
  yield message;
}

function optionsOf({ stream, expected }: Append) {
  const options = new streams.BatchAppendReq.Options();
  options.setStreamIdentifier(identifier(stream));
  if (expected === 'no-stream') options.setNoStream(new empty.Empty());
  else options.setStreamPosition(String(expected));
  return options;
}

/**
 * The content type is JSON, so that people can read the event in the server's own tools. The bytes are sent
 * unchanged.
 */
function proposed(event: EventBytes) {
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.setId(uuid(event.id));
  message.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
  message.setData(plainBytes(event.data));
  message.setCustomMetadata(plainBytes(event.metadata));
  return message;
}

function uuid(text: string) {
  const id = new shared.UUID();
  id.setString(text);
  return id;
}
