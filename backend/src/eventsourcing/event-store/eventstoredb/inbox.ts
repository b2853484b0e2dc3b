import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';
import type { Position, UntrustedEvent } from '../event-store.js';
import { unavailable } from './failures.js';
import { asPosition, isBefore, isNowhere } from './positions.js';
import { storedEvent, streamOf } from './recorded-event.js';

export interface Chunk {
  readonly events: readonly UntrustedEvent[];
  /**
   * Position up to which the log has been seen. It is the position of the last event received, even if the
   * event is unwanted, or of the last checkpoint that counts (see `receiveCheckpoint`).
   */
  readonly position: Position | undefined;
}

export interface InboxOptions {
  readonly after: Position | undefined;
  readonly limit: number;
  /**
   * Takes the name that a stream has on the server. Returns our name for the stream if its events are wanted,
   * otherwise undefined.
   */
  readonly wanted: (full: string) => string | undefined;
  /**
   * Maximum time in milliseconds that past events wait for their chunk to become full. The chunk is then
   * delivered although it is not full. New events are delivered at once.
   */
  readonly gatherMs: number;
}

const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Buffers at most one chunk of received events until `take` is called. When the buffer is full, the inbox
 * pauses the call, and the network's flow control then holds the server back. So a slow consumer costs the
 * memory of one chunk.
 */
export class Inbox {
  private events: UntrustedEvent[] = [];
  private bytes = 0;
  private position: Position | undefined;
  /** Position of the newest checkpoint; undefined once an event has arrived after it. */
  private named: Position | undefined;
  private moved = false;
  private live = false;
  private failure: { readonly error: unknown } | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private due = false;
  private dueSoon = false;
  private waiter: (() => void) | undefined;

  constructor(
    private readonly call: ClientReadableStream<ReadResp>,
    private readonly options: InboxOptions,
  ) {
    this.position = options.after;
    call.on('data', (response: ReadResp) => this.receive(response));
    call.on('error', (error) => this.fail(error));
    call.on('end', () => this.fail(unavailable('EventStoreDB ended the subscription')));
  }

  /** True if the server has reported that it has sent all past events. */
  get caughtUp(): boolean {
    return this.live;
  }

  /** True if the buffer is full. The server is then held back until `take` is called. */
  get isFull(): boolean {
    return this.events.length >= this.options.limit || this.bytes >= MOST_BYTES;
  }

  get isEmpty(): boolean {
    return !this.moved;
  }

  /**
   * Resolves when `take` has something to return, or when the server has reported that it has sent all past
   * events.
   * @throws the error that ended the call
   */
  async ready(): Promise<void> {
    while (!this.due) {
      if (this.failure !== undefined) throw this.failure.error;
      await new Promise<void>((resolve) => {
        this.waiter = resolve;
      });
    }
  }

  take(): Chunk {
    const chunk = { events: this.events, position: this.position };
    this.events = [];
    this.bytes = 0;
    this.moved = this.due = false;
    clearTimeout(this.gathering);
    this.gathering = undefined;
    if (this.call.isPaused()) this.call.resume();
    return chunk;
  }

  /** Ends the inbox. A waiting reader fails with this error. */
  stop(error: unknown): void {
    clearTimeout(this.gathering);
    this.due = false;
    this.fail(error);
  }

  private receive(response: ReadResp): void {
    if (response.hasEvent()) this.receiveEvent(response);
    else if (response.hasCheckpoint()) this.receiveCheckpoint(response);
    else if (response.hasCaughtUp()) {
      this.live = true;
      this.wake();
    } else if (response.hasFellBehind()) this.live = false;
  }

  private receiveEvent(response: ReadResp): void {
    const recorded = response.getEvent()?.getEvent();
    if (recorded === undefined) return;
    const position = asPosition(recorded.getCommitPosition());
    // If the subscription has fallen behind, the server reads its log again and may resend events.
    if (this.position !== undefined && !isBefore(this.position, position)) return;
    const stream = this.options.wanted(streamOf(recorded));
    if (stream !== undefined) {
      const event = storedEvent(recorded, stream);
      this.events.push(event);
      this.bytes += event.data.length + event.metadata.length + 200;
    }
    this.position = position;
    this.named = undefined;
    this.arrived();
  }

  /**
   * Handles a checkpoint. Some servers name a position that holds no event yet. The checkpoint 'nowhere' is
   * ignored. A checkpoint may also name the position after the last record, where the next event will be
   * written. Therefore a checkpoint counts only after a later checkpoint has arrived. An event that is
   * written at the position of the earlier checkpoint arrives before the later checkpoint, so subscribers do
   * not miss the event.
   */
  private receiveCheckpoint(response: ReadResp): void {
    const checkpoint = response.getCheckpoint();
    if (checkpoint === undefined) return;
    const position = asPosition(checkpoint.getCommitPosition(), checkpoint.getPreparePosition());
    if (isNowhere(position)) return;
    const { named } = this;
    this.named = position;
    if (named === undefined || !isBefore(named, position)) return;
    if (this.position !== undefined && !isBefore(this.position, named)) return;
    this.position = named;
    this.arrived();
  }

  private arrived(): void {
    this.moved = true;
    if (this.isFull) {
      this.call.pause();
      this.wake();
    } else if (this.live) this.wakeSoon();
    else this.gathering ??= setTimeout(() => this.wake(), this.options.gatherMs);
  }

  /** Wakes the reader once everything that arrived together has been received. */
  private wakeSoon(): void {
    if (this.dueSoon || this.due) return;
    this.dueSoon = true;
    setImmediate(() => {
      this.dueSoon = false;
      if (this.moved) this.wake();
    });
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.waiter?.();
  }

  private wake(): void {
    this.due = true;
    this.waiter?.();
  }
}
