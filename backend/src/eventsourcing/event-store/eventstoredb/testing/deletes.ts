import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  DeleteReq,
  DeleteResp,
  TombstoneReq,
  TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { streamDeleted } from './faults.js';
import type { ServerLog } from './server-log.js';

/** Handles a call that deletes a stream, whatever its revision is. */
export function deleting(
  log: ServerLog,
  { request }: ServerUnaryCall<DeleteReq, DeleteResp>,
  answer: sendUnaryData<DeleteResp>,
): void {
  const stream = nameIn(request);
  if (log.isTombstoned(stream)) return answer(streamDeleted(stream));
  const { position: at } = log.delete(stream);
  const position = new streams.DeleteResp.Position();
  position.setCommitPosition(String(at));
  position.setPreparePosition(String(at));
  const response = new streams.DeleteResp();
  response.setPosition(position);
  answer(null, response);
}

/** Handles a call that deletes a stream for good, whatever its revision is. */
export function tombstoning(
  log: ServerLog,
  { request }: ServerUnaryCall<TombstoneReq, TombstoneResp>,
  answer: sendUnaryData<TombstoneResp>,
): void {
  const stream = nameIn(request);
  if (log.isTombstoned(stream)) return answer(streamDeleted(stream));
  const { position: at } = log.tombstone(stream);
  const position = new streams.TombstoneResp.Position();
  position.setCommitPosition(String(at));
  position.setPreparePosition(String(at));
  const response = new streams.TombstoneResp();
  response.setPosition(position);
  answer(null, response);
}

const nameIn = (request: DeleteReq | TombstoneReq): string =>
  Buffer.from(request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
