import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { EventBytes, ExpectedRevision } from '../event-store.js';
import { tooLargeEvent } from './failures.js';
import { identifier, plainBytes } from './requests.js';

export interface Append {
  /** The server's name of the stream. */
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventBytes[];
}

/** The server's greatest record. With what lies around it, it fits into the greatest message that it takes. */
const MOST_RECORD_BYTES = 16 * 1024 * 1024;

/** What an event takes in a message, about. */
export const sizeOf = ({ data, metadata }: EventBytes): number => data.length + metadata.length + 200;

/**
 * A message beyond what the server receives ends the call for all who share it, so it is not sent.
 * @throws Error for an event that no server can hold
 */
export function assertStorable(events: readonly EventBytes[]): void {
  if (events.some((event) => sizeOf(event) > MOST_RECORD_BYTES))
    throw tooLargeEvent(String(MOST_RECORD_BYTES));
}

/** A message may not exceed what the server receives at once; it puts the parts of an append together. */
const MOST_BYTES = 3 * 1024 * 1024;

/**
 * Without a deadline: the protocol's is a moment of the server's clock, which need not agree with ours. The
 * server then has its own, and whoever waits has one too.
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
 * JSON by its content type, so that people can read it in the server's own tools; the bytes go as they are.
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
