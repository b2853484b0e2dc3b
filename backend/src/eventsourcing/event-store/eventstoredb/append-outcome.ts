import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import { BinaryReader } from 'google-protobuf';
import { type ExpectedRevision, type Position, StreamDeletedForGood } from '../event-store.js';
import { NOT_COMPLETED, notWritable, REFUSED, tooLarge, tooLargeEvent, unavailable } from './failures.js';
import { asPosition } from './positions.js';

export interface Appended {
  readonly revision: number;
  /** Undefined if the server recognised a repeated append and acknowledged it without a position. */
  readonly position: Position | undefined;
}

/** The append was refused because the stream is not at the expected revision. */
export interface Conflict {
  readonly actual: ExpectedRevision;
}

/** @throws EventStoreUnavailable, or Error for a request that no server would accept */
export function outcomeOf(response: BatchAppendResp): Appended | Conflict {
  const success = response.getSuccess();
  if (success !== undefined) {
    const position = success.getPosition();
    return {
      revision: Number(success.getCurrentRevision()),
      position: position === undefined ? undefined : asPosition(position.getCommitPosition()),
    };
  }
  const error = response.getError();
  if (error === undefined) throw unavailable('EventStoreDB answered an append without a result');
  const conflict = unpacked(error, shared.WrongExpectedVersion, 'WrongExpectedVersion');
  if (conflict === undefined) throw failureOf(error);
  return {
    actual: conflict.hasCurrentStreamRevision() ? Number(conflict.getCurrentStreamRevision()) : 'no-stream',
  };
}

function failureOf(error: Status): Error {
  const message = error.getMessage();
  switch (error.getDetails()?.getTypeName()) {
    case 'event_store.client.AccessDenied':
      return unavailable(REFUSED);
    case 'event_store.client.Timeout':
      return unavailable(NOT_COMPLETED);
    case 'event_store.client.MaximumAppendSizeExceeded':
      return tooLarge(
        unpacked(error, shared.MaximumAppendSizeExceeded, 'MaximumAppendSizeExceeded')
          ?.getMaxappendsize()
          .toString(),
      );
    case 'event_store.client.MaximumAppendEventSizeExceeded':
      return tooLargeEvent(mostBytesOf(error.getDetails()?.getValue_asU8() ?? new Uint8Array(0)));
    case 'event_store.client.StreamDeleted':
      return new StreamDeletedForGood();
    case 'event_store.client.BadRequest':
      return new Error(
        `EventStoreDB refuses the append: ${unpacked(error, shared.BadRequest, 'BadRequest')?.getMessage() ?? message}`,
      );
    case 'event_store.client.Unknown':
      return unavailable('EventStoreDB failed and gave no reason: see its own log');
    default:
      return notWritable(message);
  }
}

/**
 * Returns the size limit, which is the third field of the message. The field is read by its number, because
 * the client library's generated code is older than this message type.
 */
function mostBytesOf(message: Uint8Array): string | undefined {
  const reader = new BinaryReader(message);
  while (reader.nextField()) {
    if (reader.getFieldNumber() === 3) return String(reader.readUint32());
    reader.skipField();
  }
  return undefined;
}

interface Unpackable<M> {
  deserializeBinary(bytes: Uint8Array): M;
}

function unpacked<M>(error: Status, type: Unpackable<M>, name: string): M | undefined {
  const details = error.getDetails();
  return details?.getTypeName() === `event_store.client.${name}`
    ? type.deserializeBinary(details.getValue_asU8())
    : undefined;
}
