import { randomUUID } from 'node:crypto';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { type Append, appendMessages } from './append-message.js';
import { type Appended, type Conflict, outcomeOf } from './append-outcome.js';
import type { Connection } from './connection.js';
import { TIMED_OUT, unavailable } from './failures.js';
import { textOf } from './uuids.js';

type Call = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;

interface Waiting {
  readonly resolve: (outcome: Appended | Conflict) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** What the server gets to answer by itself that it did not finish in time. */
const GRACE_MS = 500;

/**
 * All appends of this store go through one call that stays open. The client has such a call too, but shares
 * what waits on it with every other client in the process, has no deadline of its own, and leaves waiting for
 * ever who waits when the server ends it.
 */
export class AppendCalls {
  private current: Promise<OpenCall> | undefined;
  private readonly underWay = new Set<Promise<unknown>>();
  private closed = false;

  constructor(private readonly connection: Connection) {}

  /** @throws EventStoreUnavailable when the outcome is unknown */
  async append(append: Append): Promise<Appended | Conflict> {
    if (this.closed) throw unavailable('the event store is closed');
    const outcome = this.through(append);
    this.underWay.add(outcome);
    try {
      return await outcome;
    } finally {
      this.underWay.delete(outcome);
    }
  }

  /** Refuses new appends; those under way end by themselves, in time or by their deadlines. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.underWay);
    const open = await this.current?.catch(() => undefined);
    open?.call.cancel();
  }

  private async through(append: Append): Promise<Appended | Conflict> {
    this.current ??= this.open();
    return (await this.current).append(append, this.connection.deadlineMs);
  }

  /** Resolves when the call is there; what happens to it later fails those who wait on it. */
  private open(): Promise<OpenCall> {
    const opening: Promise<OpenCall> = new Promise((resolve, reject) => {
      let opened: OpenCall | undefined;
      this.connection
        .call(StreamsClient, { leader: true, endless: true }, (client, metadata, options) => {
          opened = new OpenCall(client.batchAppend(metadata, options));
          resolve(opened);
          return opened.ended(() => this.forget(opening));
        })
        .catch((error: unknown) => {
          this.forget(opening);
          reject(error);
          opened?.fail(error);
        });
    });
    return opening;
  }

  private forget(call: Promise<OpenCall>): void {
    if (this.current === call) this.current = undefined;
  }
}

class OpenCall {
  private readonly waiting = new Map<string, Waiting>();

  constructor(readonly call: Call) {}

  append(append: Append, deadlineMs: number): Promise<Appended | Conflict> {
    return new Promise((resolve, reject) => {
      const id = randomUUID();
      const timer = setTimeout(() => this.giveUp(), deadlineMs + GRACE_MS);
      this.waiting.set(id, { resolve, reject, timer });
      for (const message of appendMessages(append, id, new Date(Date.now() + deadlineMs)))
        this.call.write(message);
    });
  }

  /** Never resolves: such a call ends only by failing. */
  ended(onEnd: () => void): Promise<never> {
    return new Promise((_, reject) => {
      const end = (error: unknown): void => {
        onEnd();
        reject(error);
      };
      this.call.on('data', (response: BatchAppendResp) => this.answer(response));
      this.call.on('error', end);
      this.call.on('end', () => end(unavailable('EventStoreDB ended the connection')));
    });
  }

  fail(error: unknown): void {
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
  }

  private answer(response: BatchAppendResp): void {
    const id = textOf(response.getCorrelationId());
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

  /**
   * A server that lets its own deadline pass is not there any more; whoever else waits on it is better told
   * now.
   */
  private giveUp(): void {
    this.fail(unavailable(TIMED_OUT));
    this.call.cancel();
  }
}
