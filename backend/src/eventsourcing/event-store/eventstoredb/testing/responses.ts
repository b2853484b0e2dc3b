import codes from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { BinaryWriter, type Message } from 'google-protobuf';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { LoggedEvent } from './logged-event.js';
import { TOMBSTONE } from './server-log.js';

export function eventResponse(event: LoggedEvent) {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(event.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(streamIdentifier(event.stream));
  recorded.setStreamRevision(String(event.revision === TOMBSTONE ? 2n ** 63n - 1n : event.revision));
  recorded.setCommitPosition(String(event.position));
  recorded.setPreparePosition(String(event.position));
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', event.created);
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  const readEvent = new streams.ReadResp.ReadEvent();
  readEvent.setEvent(recorded);
  readEvent.setCommitPosition(String(event.position));
  const response = new streams.ReadResp();
  response.setEvent(readEvent);
  return response;
}

export function notFoundResponse(stream: string) {
  const notFound = new streams.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(streamIdentifier(stream));
  const response = new streams.ReadResp();
  response.setStreamNotFound(notFound);
  return response;
}

export function confirmationResponse(id: string) {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  const response = new streams.ReadResp();
  response.setConfirmation(confirmation);
  return response;
}

/** @param position a number of 64 bits */
export function checkpointResponse(position: number | bigint) {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const response = new streams.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
}

export function caughtUpResponse() {
  const response = new streams.ReadResp();
  response.setCaughtUp(new streams.ReadResp.CaughtUp());
  return response;
}

export function fellBehindResponse() {
  const response = new streams.ReadResp();
  response.setFellBehind(new streams.ReadResp.FellBehind());
  return response;
}

export function wrongVersionStatus(current: number | 'no-stream') {
  const details = new shared.WrongExpectedVersion();
  if (current === 'no-stream') details.setCurrentNoStream(new empty.Empty());
  else details.setCurrentStreamRevision(String(current));
  return statusOf(
    codes.Code.ALREADY_EXISTS,
    'WrongExpectedVersion',
    details,
    'event_store.client.WrongExpectedVersion',
  );
}

export const accessDeniedStatus = () =>
  statusOf(
    codes.Code.PERMISSION_DENIED,
    'AccessDenied',
    new shared.AccessDenied(),
    'event_store.client.AccessDenied',
  );
export function deletedStatus(stream: string) {
  const details = new shared.StreamDeleted();
  details.setStreamIdentifier(streamIdentifier(stream));
  return statusOf(codes.Code.NOT_FOUND, 'StreamDeleted', details, 'event_store.client.StreamDeleted');
}
export const timeoutStatus = () =>
  statusOf(codes.Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout(), 'event_store.client.Timeout');
export const plainStatus = (message: string) =>
  statusOf(codes.Code.OK, message, new empty.Empty(), 'google.protobuf.Empty');

export function tooLargeStatus(limit: number) {
  const details = new shared.MaximumAppendSizeExceeded();
  details.setMaxappendsize(limit);
  return statusOf(
    codes.Code.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    details,
    'event_store.client.MaximumAppendSizeExceeded',
  );
}

/** Writes the message field by field, because the client's generated code is older than this message type. */
export function tooLargeEventStatus(id: string, bytes: number, limit: number) {
  const writer = new BinaryWriter();
  writer.writeString(1, id);
  writer.writeUint32(2, bytes);
  writer.writeUint32(3, limit);
  return packedStatus(
    codes.Code.INVALID_ARGUMENT,
    'MaximumAppendEventSizeExceeded',
    writer.getResultBuffer(),
    'event_store.client.MaximumAppendEventSizeExceeded',
  );
}

export function streamIdentifier(stream: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(new Uint8Array(Buffer.from(stream, 'utf8')));
  return identifier;
}

const statusOf = (code: codes.Code, message: string, details: Message, type: string) =>
  packedStatus(code, message, details.serializeBinary(), type);

function packedStatus(code: codes.Code, message: string, details: Uint8Array, type: string) {
  const packed = new any.Any();
  packed.pack(details, type);
  const result = new statusPb.Status();
  result.setCode(code);
  result.setMessage(message);
  result.setDetails(packed);
  return result;
}
