import { randomUUID } from 'node:crypto';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { type Append, appendMessages } from './append-message.js';
import { type Appended, type Conflict, outcomeOf } from './append-outcome.js';
import type { Connection } from './connection.js';
import { TIMED_OUT, unavailable } from './failures.js';

type Call = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;

interface Waiting {
  readonly resolve: (outcome: Appended | Conflict) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** What the server gets to answer by itself that it did not finish in time. */
const GRACE_MS = 500;

/**
 * All appends of this store go through one call that stays open. The client has such a call too, but shares what waits on it with every other
 * client in the process, has no deadline of its own, and leaves waiting for ever who waits when the server ends it.
 */
export class AppendCall {
  private opening: Promise<Call> | undefined;
  private current: Call | undefined;
  private readonly waiting = new Map<string, Waiting>();

  constructor(private readonly connection: Connection) {}

  /** @throws EventStoreUnavailable when the outcome is unknown */
  async append(append: Append): Promise<Appended | Conflict> {
    const call = this.current ?? (await (this.opening ??= this.open()));
    return new Promise((resolve, reject) => {
      const id = randomUUID();
      const { deadlineMs } = this.connection;
      const timer = setTimeout(() => this.giveUp(id, call), deadlineMs + GRACE_MS);
      this.waiting.set(id, { resolve, reject, timer });
      for (const message of appendMessages(append, id, new Date(Date.now() + deadlineMs))) call.write(message);
    });
  }

  close(): void {
    this.current?.cancel();
  }

  /** Resolves when the call is there; what happens to it later fails those who wait at that time. */
  private open(): Promise<Call> {
    return new Promise((resolve, reject) => {
      this.connection
        .call(StreamsClient, { leader: true, endless: true }, (client, metadata, options) => {
          const call = client.batchAppend(metadata, options);
          this.current = call;
          resolve(call);
          return this.untilEnd(call);
        })
        .catch((error: unknown) => {
          reject(error);
          this.fail(error);
        });
    });
  }

  private untilEnd(call: Call): Promise<never> {
    return new Promise((_, reject) => {
      const end = (error: unknown): void => {
        if (this.current === call) this.current = this.opening = undefined;
        reject(error);
      };
      call.on('data', (response: BatchAppendResp) => this.answer(response));
      call.on('error', end);
      call.on('end', () => end(unavailable('EventStoreDB ended the connection')));
    });
  }

  private answer(response: BatchAppendResp): void {
    const id = response.getCorrelationId()?.getString() ?? '';
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    try {
      waiting.resolve(outcomeOf(response));
    } catch (error) {
      waiting.reject(error);
    }
  }

  /** A server that lets its own deadline pass is not there any more. */
  private giveUp(id: string, call: Call): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.reject(unavailable(TIMED_OUT));
    if (this.current === call) this.current = this.opening = undefined;
    call.cancel();
  }

  private fail(error: unknown): void {
    if (this.current === undefined) this.opening = undefined;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
  }
}
