import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type AppendRight, EventStoreUnavailable } from '../event-store.js';
import type { Append } from './append-message.js';
import type { Appended, Conflict } from './append-outcome.js';
import type { Connection } from './connection.js';
import { unavailable } from './failures.js';
import { OpenCall } from './open-call.js';
import { answers } from './server-features.js';

/** Milliseconds for a server that did not answer an append to answer anything else. */
const ALIVE_MS = 1_000;

/**
 * All appends of this store go through one call that stays open. The client has such a call too, but shares
 * what waits on it with every other client in the process, has no deadline of its own, and leaves waiting for
 * ever who waits when the server ends it.
 */
export class AppendCalls {
  private current: Promise<OpenCall> | undefined;
  private readonly open = new Set<OpenCall>();
  private readonly underWay = new Set<Promise<unknown>>();
  private failed: EventStoreUnavailable | undefined;
  private closed = false;

  /** @param right required right before an append goes out; without it every append may */
  constructor(
    private readonly connection: Connection,
    private readonly right?: AppendRight,
  ) {}

  /** Why the append that ended last has no known outcome; undefined as soon as one was answered. */
  get fault(): EventStoreUnavailable | undefined {
    return this.failed;
  }

  /**
   * @param settings whether closing waits for it, as by default
   * @throws EventStoreUnavailable when the outcome is unknown
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

  /** Refuses new appends; those under way end by themselves, in time or by their deadlines. */
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

  /** Resolves when the call is there; what happens to it later fails those who wait on it. */
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
   * Nobody was answered on a call for as long as an append has. Where the server answers nothing else either,
   * whoever waits is better told now, and the next call looks for another node. Otherwise they wait on, and
   * new appends get another call.
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
