import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type AppendRight, EventStoreUnavailable } from '../event-store.js';
import type { Append } from './append-message.js';
import type { Appended, Conflict } from './append-outcome.js';
import type { Connection } from './connection.js';
import { unavailable } from './failures.js';
import { OpenCall } from './open-call.js';
import { answers } from './server-features.js';

/**
 * If a server does not respond to an append, it must respond to another request within this number of
 * milliseconds.
 */
const ALIVE_MS = 1_000;

/**
 * Sends all appends of this store through one call that stays open. The client library has such a call too.
 * But that call shares its queue with every other client in the process, has no deadline of its own, and
 * leaves its callers waiting forever when the server ends it.
 */
export class AppendCalls {
  private current: Promise<OpenCall> | undefined;
  private readonly open = new Set<OpenCall>();
  private readonly underWay = new Set<Promise<unknown>>();
  private failed: EventStoreUnavailable | undefined;
  private closed = false;

  /** @param right checked right before an append is sent; without it every append is allowed */
  constructor(
    private readonly connection: Connection,
    private readonly right?: AppendRight,
  ) {}

  /**
   * The reason why the outcome of the last finished append is unknown; undefined once an append was answered.
   */
  get fault(): EventStoreUnavailable | undefined {
    return this.failed;
  }

  /**
   * Sends an append and waits for its outcome.
   * @param settings `awaited`: true (the default) if closing waits for this append
   * @throws EventStoreUnavailable if the outcome is unknown
   */
  async append(append: Append, { awaited } = { awaited: true }): Promise<Appended | Conflict> {
    if (this.closed) throw unavailable('the event store is closed');
    const outcome = this.through(append);
    if (awaited) this.underWay.add(outcome);
    try {
      const answer = await outcome;
      this.failed = undefined;
      return answer;
    } catch (error) {
      this.failed = error instanceof EventStoreUnavailable ? error : undefined;
      throw error;
    } finally {
      this.underWay.delete(outcome);
    }
  }

  /** Refuses new appends. Waits until each append under way is answered or its deadline expires. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.underWay);
    await this.current?.catch(() => undefined);
    for (const call of this.open) call.end();
  }

  private async through(append: Append): Promise<Appended | Conflict> {
    this.current ??= this.begin();
    const call = await this.current;
    await this.right?.known();
    this.right?.require();
    return call.append(append, this.connection.deadlineMs);
  }

  /** Resolves when the call is open. If the call fails later, the appends that wait on it are rejected. */
  private begin(): Promise<OpenCall> {
    const opening: Promise<OpenCall> = new Promise((resolve, reject) => {
      let opened: OpenCall | undefined;
      this.connection
        .call(StreamsClient, { leader: true, endless: true }, (client, metadata, options) => {
          const call: OpenCall = new OpenCall(client.batchAppend(metadata, options), () =>
            this.silent(call, opening),
          );
          opened = call;
          this.open.add(call);
          resolve(call);
          return call.ended(() => this.forget(opening));
        })
        .catch((error: unknown) => {
          this.forget(opening);
          reject(error);
          if (opened === undefined) return;
          this.open.delete(opened);
          opened.fail(error);
        });
    });
    return opening;
  }

  /**
   * Handles a call that has brought no response for an append's whole deadline. If the server does not
   * respond to another request either, all waiting appends fail now, and the next call looks for another
   * node. If the server responds, the waiting appends go on waiting, and new appends get a new call.
   */
  private async silent(call: OpenCall, opening: Promise<OpenCall>): Promise<void> {
    this.forget(opening);
    if (await answers(this.connection, Math.min(ALIVE_MS, this.connection.deadlineMs))) call.retire();
    else call.giveUp();
  }

  private forget(call: Promise<OpenCall>): void {
    if (this.current === call) this.current = undefined;
  }
}
