import { randomUUID } from 'node:crypto';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { type Append, appendMessages, sizeOf } from './append-message.js';
import { type Appended, type Conflict, outcomeOf } from './append-outcome.js';
import { isMessageTooLarge, TIMED_OUT, tooLarge, unavailable } from './failures.js';
import { textOf } from './uuids.js';

type Call = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;

interface Waiting {
  readonly resolve: (outcome: Appended | Conflict) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
  /** By `performance.now()`. */
  readonly since: number;
  readonly bytes: number;
}

/** Size of a message that every server and every proxy accepts. */
const SMALL_BYTES = 512 * 1024;

/** One call, and the appends on it that wait for a response. */
export class OpenCall {
  private readonly waiting = new Map<string, Waiting>();
  private answeredAt = Number.NEGATIVE_INFINITY;
  private retired = false;
  private silent = false;
  private endedByUs = false;

  /**
   * @param onSilence called when an append's deadline expires, and the call has brought no response since
   * that append was sent
   */
  constructor(
    readonly call: Call,
    private readonly onSilence: () => Promise<void>,
  ) {}

  /** @param deadlineMs milliseconds after which this append fails, while the other appends go on */
  append(append: Append, deadlineMs: number): Promise<Appended | Conflict> {
    return new Promise((resolve, reject) => {
      const id = randomUUID();
      const timer = setTimeout(() => this.late(id), deadlineMs);
      const bytes = append.events.reduce((sum, event) => sum + sizeOf(event), 0);
      this.waiting.set(id, { resolve, reject, timer, since: performance.now(), bytes });
      for (const message of appendMessages(append, id)) this.call.write(message);
    });
  }

  /**
   * Returns a promise that is rejected when the call ends. The promise never resolves, because a call that
   * stays open ends only by failing.
   */
  ended(onEnd: () => void): Promise<never> {
    return new Promise((_, reject) => {
      const end = (error: unknown): void => {
        onEnd();
        // If we ended the call, the server is healthy, so there is no reason to look for another node.
        reject(this.endedByUs ? unavailable('the call was ended') : error);
      };
      this.call.on('data', (response: BatchAppendResp) => this.answer(response));
      this.call.on('error', end);
      this.call.on('end', () => end(unavailable('EventStoreDB ended the connection')));
    });
  }

  /**
   * Fails all waiting appends. A message that is too large ends the call for all waiting appends, but only an
   * append that is large enough to be the cause fails permanently.
   */
  fail(error: unknown): void {
    const large = isMessageTooLarge(error);
    for (const { reject, timer, bytes } of this.waiting.values()) {
      clearTimeout(timer);
      reject(large && bytes > SMALL_BYTES ? tooLarge(undefined, error) : error);
    }
    this.waiting.clear();
  }

  /** Ends the call once all its appends are answered. */
  retire(): void {
    this.retired = true;
    this.endIfDone();
  }

  /** Fails the unanswered appends and ends the call. */
  end(): void {
    this.fail(unavailable('the event store is closed'));
    this.retire();
  }

  /** Fails all waiting appends and cancels the call, which then counts as a lost connection. */
  giveUp(): void {
    this.fail(unavailable(TIMED_OUT));
    this.call.cancel();
  }

  private answer(response: BatchAppendResp): void {
    this.answeredAt = performance.now();
    const waiting = this.taken(textOf(response.getCorrelationId()));
    if (waiting === undefined) return;
    try {
      waiting.resolve(outcomeOf(response));
    } catch (error) {
      waiting.reject(error);
    }
  }

  private endIfDone(): void {
    if (!this.retired || this.waiting.size > 0) return;
    this.endedByUs = true;
    this.call.cancel();
  }

  private late(id: string): void {
    const waiting = this.taken(id);
    if (waiting === undefined) return;
    waiting.reject(unavailable(TIMED_OUT));
    if (this.answeredAt >= waiting.since || this.silent) return;
    this.silent = true;
    void this.onSilence();
  }

  private taken(id: string): Waiting | undefined {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return undefined;
    clearTimeout(waiting.timer);
    this.waiting.delete(id);
    this.endIfDone();
    return waiting;
  }
}
