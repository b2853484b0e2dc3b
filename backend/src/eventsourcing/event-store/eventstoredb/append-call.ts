import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type AppendRight, EventStoreUnavailable } from '../event-store.js';
import type { Append } from './append-message.js';
import type { Appended, Conflict } from './append-outcome.js';
import type { Connection } from './connection.js';
import { unavailable } from './failures.js';
import { OpenCall } from './open-call.js';
import { answers } from './server-features.js';

/**
 * Milliseconds within which a server that did not respond to an append must respond to another request.
 * Otherwise its connection counts as lost.
 */
const ALIVE_MS = 1_000;

/**
 * Sends all appends of this store through one call that stays open. The client library's own batch call is
 * not used. It shares its queue with every other client in the process, has no deadline of its own, and
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
   * The `EventStoreUnavailable` with which the last finished append failed. Undefined if that append
   * succeeded or was refused for another reason.
   */
  get fault(): EventStoreUnavailable | undefined {
    return this.failed;
  }

  /**
   * Sends an append and waits for its outcome.
   * @param settings `awaited`: if true (the default), `close` waits for this append
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

  /**
   * Opens a call, and resolves when the call is open. If the call fails later, all appends that wait for a
   * response on it are rejected.
   */
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
   * Handles a call on which the server has sent no response between the sending of an append and the append's
   * deadline. If the server does not respond to another request either, all waiting appends fail now, and the
   * next call looks for another node. If the server responds to that request, the waiting appends keep
   * waiting, and new appends use a new call.
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
