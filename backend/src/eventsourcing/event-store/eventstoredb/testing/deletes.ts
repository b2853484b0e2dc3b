import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { DeleteReq, DeleteResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import type { ServerLog } from './server-log.js';

/** Handles a call that deletes a stream, whatever its revision is. */
export function deleting(
  log: ServerLog,
  { request }: ServerUnaryCall<DeleteReq, DeleteResp>,
  answer: sendUnaryData<DeleteResp>,
): void {
  const name = request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? [];
  const { position: at } = log.delete(Buffer.from(name).toString('utf8'));
  const position = new streams.DeleteResp.Position();
  position.setCommitPosition(String(at));
  position.setPreparePosition(String(at));
  const response = new streams.DeleteResp();
  response.setPosition(position);
  answer(null, response);
}
