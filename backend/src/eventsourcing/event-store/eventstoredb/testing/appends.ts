import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb.js';
import type { sendUnaryData, ServerDuplexStream, ServerReadableStream, ServiceError } from '@grpc/grpc-js';
import { type Faults, noLeader, notReady, streamDeleted, tooLarge } from './faults.js';
import {
  accessDeniedStatus,
  deletedStatus,
  plainStatus,
  streamIdentifier,
  timeoutStatus,
  tooLargeEventStatus,
  tooLargeStatus,
  wrongVersionStatus,
} from './responses.js';
import type { Expected, Proposal, ServerLog, Written } from './server-log.js';

interface Pending {
  readonly stream: string;
  readonly expected: Expected;
  readonly deadline: number;
  readonly proposals: Proposal[];
}

export interface AppendingParts {
  readonly log: ServerLog;
  readonly faults: Faults;
  readonly cutConnections: () => void;
  readonly mostBytes: number;
  readonly mostEventBytes: number;
  /** Milliseconds by which the server's clock is ahead. */
  readonly clockAheadMs: number;
  /** True if there is a leader. */
  readonly led: () => boolean;
}

/** Handles the protocol's two kinds of append calls, `batch` and `unary`. */
export class Appending {
  constructor(private readonly parts: AppendingParts) {}

  /**
   * Handles a call that carries many appends. The leader may change while the call is open, so `refusal` is
   * called for every append. If `refusal` returns an error, the call ends with that error.
   */
  batch(
    call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
    refusal: () => ServiceError | undefined,
  ): void {
    const pending = new Map<string, Pending>();
    call.on('data', (request: BatchAppendReq) => {
      const id = request.getCorrelationId()?.getString() ?? '';
      const options = request.getOptions();
      if (options !== undefined) pending.set(id, pendingOf(options));
      const append = pending.get(id);
      append?.proposals.push(...request.getProposedMessagesList().map(proposalOf));
      if (append === undefined || !request.getIsFinal()) return;
      pending.delete(id);
      const refused = refusal();
      if (refused !== undefined) {
        call.emit('error', refused);
        return;
      }
      void this.answerBatch(call, id, append);
    });
    call.on('end', () => call.end());
    call.on('error', () => undefined);
  }

  unary(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): void {
    let stream = '';
    let expected: Expected = 'any';
    const proposals: Proposal[] = [];
    call.on('data', (request: AppendReq) => {
      const options = request.getOptions();
      const message = request.getProposedMessage();
      if (options !== undefined) {
        stream = streamName(options);
        if (options.hasNoStream()) expected = 'no-stream';
        else if (options.hasStreamExists()) expected = 'stream-exists';
        else if (options.hasRevision()) expected = Number(options.getRevision());
      } else if (message !== undefined) proposals.push(proposalOf(message));
    });
    call.on(
      'end',
      () =>
        void this.answerUnary({ stream, expected, proposals, deadline: Number.POSITIVE_INFINITY }, answer),
    );
    call.on('error', () => undefined);
  }

  private async answerBatch(
    call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
    id: string,
    append: Pending,
  ): Promise<void> {
    const written = await this.write(append);
    if (written === undefined) return;
    const response = new streams.BatchAppendResp();
    response.setCorrelationId(written === 'timeout' ? structured(id) : text(id));
    response.setStreamIdentifier(streamIdentifier(append.stream));
    if (written === 'access-denied') response.setError(accessDeniedStatus());
    else if (written === 'timeout') response.setError(timeoutStatus());
    else if (written === 'too-large') response.setError(tooLargeStatus(this.parts.mostBytes));
    else if (written === 'too-large-event') response.setError(this.tooLargeEvent(append));
    else if (written === 'not-ready') response.setError(plainStatus('Server Is Not Ready'));
    else if (written === 'no-leader') response.setError(plainStatus('No leader info available in response'));
    else if (written.kind === 'deleted') response.setError(deletedStatus(append.stream));
    else if (written.kind === 'wrong') response.setError(wrongVersionStatus(written.current));
    else response.setSuccess(this.success(written));
    call.write(response);
  }

  private tooLargeEvent({ proposals }: Pending) {
    const { mostEventBytes } = this.parts;
    const large = proposals.find((proposal) => sizeOf(proposal) > mostEventBytes);
    return tooLargeEventStatus(large?.id ?? '', large === undefined ? 0 : sizeOf(large), mostEventBytes);
  }

  private success(written: Exclude<Written, { kind: 'wrong' | 'deleted' }>) {
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(written.revision));
    if (written.kind === 'idempotent' && this.parts.faults.hidesOldPositions) return success;
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(written.position));
    position.setPreparePosition(String(written.position));
    success.setPosition(position);
    return success;
  }

  private async answerUnary(append: Pending, answer: sendUnaryData<AppendResp>): Promise<void> {
    const written = await this.write(append);
    if (written === 'too-large') answer(tooLarge(this.parts.mostBytes));
    else if (written === 'not-ready') answer(notReady());
    else if (written === 'no-leader') answer(noLeader());
    else if (typeof written === 'object' && written.kind === 'deleted') answer(streamDeleted(append.stream));
    else if (typeof written === 'object') answer(null, unaryResponse(written));
  }

  /** Returns undefined if the caller gets no answer. */
  private async write(append: Pending) {
    const { log, faults, cutConnections, mostBytes, mostEventBytes, clockAheadMs, led } = this.parts;
    if (faults.appendDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.appendDelayMs));
    if (faults.silent || append.stream.startsWith(faults.silentAppends ?? '\0')) return undefined;
    if (faults.accessDenied) return 'access-denied';
    if (faults.notReady) return 'not-ready';
    if (faults.noLeader || !led()) return 'no-leader';
    if (faults.noQuorum || Date.now() + clockAheadMs > append.deadline) return 'timeout';
    if (append.proposals.reduce((sum, proposal) => sum + sizeOf(proposal), 0) > mostBytes) return 'too-large';
    if (append.proposals.some((proposal) => sizeOf(proposal) > mostEventBytes)) return 'too-large-event';
    const cut = faults.cutAppend;
    faults.cutAppend = undefined;
    if (cut === 'before') {
      cutConnections();
      return undefined;
    }
    const written = log.append(append.stream, append.expected, append.proposals);
    if (cut === undefined) return written;
    cutConnections();
    return undefined;
  }
}

const sizeOf = ({ data, metadata }: Proposal): number => data.length + metadata.length;

function unaryResponse(written: Exclude<Written, { kind: 'deleted' }>) {
  const response = new streams.AppendResp();
  if (written.kind === 'wrong') {
    const conflict = new streams.AppendResp.WrongExpectedVersion();
    if (written.current === 'no-stream') conflict.setCurrentNoStream(new shared.Empty());
    else conflict.setCurrentRevision(String(written.current));
    response.setWrongExpectedVersion(conflict);
    return response;
  }
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(written.position));
  position.setPreparePosition(String(written.position));
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(written.revision));
  success.setPosition(position);
  response.setSuccess(success);
  return response;
}

function text(id: string) {
  const uuid = new shared.UUID();
  uuid.setString(id);
  return uuid;
}

function structured(id: string) {
  const hex = id.replaceAll('-', '');
  const bits = new shared.UUID.Structured();
  bits.setMostSignificantBits(BigInt.asIntN(64, BigInt(`0x${hex.slice(0, 16)}`)).toString());
  bits.setLeastSignificantBits(BigInt.asIntN(64, BigInt(`0x${hex.slice(16)}`)).toString());
  const uuid = new shared.UUID();
  uuid.setStructured(bits);
  return uuid;
}

function pendingOf(options: BatchAppendReq.Options): Pending {
  const expected = options.hasNoStream()
    ? 'no-stream'
    : options.hasStreamPosition()
      ? Number(options.getStreamPosition())
      : options.hasStreamExists()
        ? 'stream-exists'
        : 'any';
  const deadline = options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY;
  return { stream: streamName(options), expected, deadline, proposals: [] };
}

function streamName(options: AppendReq.Options | BatchAppendReq.Options): string {
  return Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
}

function proposalOf(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): Proposal {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}
