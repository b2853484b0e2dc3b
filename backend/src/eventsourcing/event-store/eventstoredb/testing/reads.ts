import { randomUUID } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { consumerTooSlow, invalid, streamDeleted } from './faults.js';
import type { Generation } from './generation.js';
import {
  caughtUpResponse,
  checkpointResponse,
  confirmationResponse,
  eventResponse,
  fellBehindResponse,
  notFoundResponse,
} from './responses.js';
import type { LoggedEvent } from './logged-event.js';
import type { ServerLog } from './server-log.js';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
type Options = ReadReq.Options;

/** Number of events in a page. The server reads its log in pages. */
const PAGE = 32;
/**
 * Number of events that the server sends again because it is not sure that a slow subscriber received them.
 */
const AGAIN = 3;

/** -1 as an unsigned number of 64 bits. */
const NOWHERE = 2n ** 64n - 1n;

export interface ReadingParts {
  readonly log: ServerLog;
  readonly generation: Generation;
  /** Called for each event that is sent. */
  readonly sent: () => void;
  /** Called with the number of events that were examined. */
  readonly considered: (count: number) => void;
}

/** Serves one read call or one subscription. */
export class Reading {
  private behind = false;
  private lost = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly call: ReadCall,
    private readonly parts: ReadingParts,
  ) {}

  private get log(): ServerLog {
    return this.parts.log;
  }

  /** Treats the live subscriber as too slow. */
  fallBehind(): void {
    this.behind = true;
    this.wake();
  }

  /** Stops sending without telling the subscriber. */
  lose(): void {
    this.lost = true;
  }

  async answer(): Promise<void> {
    const options = this.call.request.getOptions();
    if (options === undefined) this.call.emit('error', invalid('no options'));
    else if (options.hasSubscription()) await this.subscribe(options);
    else if (this.log.isTombstoned(streamOf(options)))
      this.call.emit('error', streamDeleted(streamOf(options)));
    else {
      for (const event of options.hasStream() ? this.streamEvents(options) : this.allEvents(options)) {
        if (!(await this.send(event))) return;
      }
      this.call.end();
    }
  }

  private streamEvents(options: Options): readonly LoggedEvent[] {
    const place = options.getStream();
    const name = streamOf(options);
    const events = this.log.shown(name);
    if (events === undefined) {
      this.call.write(notFoundResponse(name));
      return [];
    }
    const start =
      place?.hasRevision() === true
        ? Number(place.getRevision())
        : place?.hasEnd() === true
          ? Number.POSITIVE_INFINITY
          : 0;
    const chosen = isBackwards(options)
      ? events.filter(({ revision }) => revision <= start).reverse()
      : events.filter(({ revision }) => revision >= start);
    return chosen.slice(0, Number(options.getCount()));
  }

  /** Reads the log. The given position is inclusive. */
  private allEvents(options: Options): readonly LoggedEvent[] {
    const { events } = this.log;
    const place = options.getAll();
    const backwards = isBackwards(options);
    const at = place?.getPosition();
    const matches = filterOf(options);
    const count = Number(options.getCount());
    const found: LoggedEvent[] = [];
    if (backwards) {
      const start =
        at === undefined ? events.length - 1 : this.log.indexFrom(Number(at.getCommitPosition()) + 1) - 1;
      let index = start;
      for (; index >= 0 && found.length < count; index--) push(found, events[index], matches);
      this.parts.considered(start - index);
    } else {
      const start =
        at === undefined
          ? place?.hasEnd() === true
            ? events.length
            : 0
          : this.log.indexFrom(Number(at.getCommitPosition()));
      for (let index = start; index < events.length && found.length < count; index++)
        push(found, events[index], matches);
    }
    return found;
  }

  /**
   * Serves a subscription. The given position is exclusive. If the subscription has a filter, the server
   * sends a checkpoint when the subscription goes live. The server also sends a checkpoint at the end of a
   * page whenever it has examined another `interval` events, even if none of these events matched the filter.
   */
  private async subscribe(options: Options): Promise<void> {
    const matches = filterOf(options);
    const filter = options.getFilter();
    const window = filter?.hasMax() === true ? filter.getMax() : PAGE;
    const interval = filter === undefined ? undefined : window * filter.getCheckpointintervalmultiplier();
    const at = options.getAll()?.getPosition();
    // The log may lose events while the subscription is open, so the place is not the index of an event.
    let place = at === undefined ? 0 : Number(at.getCommitPosition()) + 1;
    let considered = 0;
    let live = false;
    let reached = at === undefined ? undefined : Number(at.getCommitPosition());
    this.call.write(confirmationResponse(randomUUID()));
    while (!this.call.cancelled && !this.call.destroyed) {
      if (this.lost) {
        await this.more();
        continue;
      }
      if (live && this.behind) {
        if (!(await this.readAgain())) return;
        place = this.log.events[Math.max(0, this.log.indexFrom(place) - AGAIN)]?.position ?? 0;
        live = false;
      }
      const page = this.page(this.log.indexFrom(place), live ? 1 : window, matches);
      for (const event of page.events) if (!(await this.send(event))) return;
      place = page.next ?? place;
      this.parts.considered(page.considered);
      reached = page.events.at(-1)?.position ?? (page.considered === window ? page.from : reached);
      considered += page.considered;
      if (interval !== undefined && considered >= interval) {
        considered %= interval;
        const position = page.events.at(-1)?.position ?? page.from;
        if (!(await this.write(checkpointResponse(position)))) return;
      }
      if (this.isBehind(place)) continue;
      if (!live && filter !== undefined && !(await this.write(checkpointResponse(reached ?? this.nothing()))))
        return;
      if (!live && !(await this.write(caughtUpResponse()))) return;
      live = true;
      if (!this.isBehind(place) && !this.behind) await this.more();
    }
  }

  /** Returns the checkpoint of a subscription that has not reached any event yet. */
  private nothing(): number | bigint {
    switch (this.parts.generation.nothingSeen) {
      case 'nowhere':
        return NOWHERE;
      case 'behind the end':
        return this.log.end;
      default:
        return 0;
    }
  }

  /**
   * Handles a subscriber that is too slow. Depending on the server's generation, the call ends with an error,
   * the server sends a notice, or the server sends nothing. Returns false if the call has ended.
   */
  private async readAgain(): Promise<boolean> {
    this.behind = false;
    const { tooSlow } = this.parts.generation;
    if (tooSlow === 'must resubscribe') {
      this.call.emit('error', consumerTooSlow());
      return false;
    }
    return tooSlow === 'gets no notice' || this.write(fellBehindResponse());
  }

  private page(start: number, window: number, matches: (event: LoggedEvent) => boolean) {
    const events: LoggedEvent[] = [];
    let considered = 0;
    for (
      let index = start;
      considered < window && events.length < PAGE && index < this.log.events.length;
      index++
    ) {
      considered += 1;
      push(events, this.log.events[index], matches);
    }
    const last = considered === 0 ? undefined : this.log.events[start + considered - 1];
    return {
      events,
      considered,
      from: this.log.events[start]?.position ?? 0,
      /** The position after the last event that was examined. Undefined if there was none. */
      next: last && last.position + 1,
    };
  }

  private isBehind(place: number): boolean {
    return this.log.indexFrom(place) < this.log.events.length;
  }

  /** Resolves when the log has grown, when `fallBehind` is called, or when the call has ended. */
  private more(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        forget();
        this.call.off('cancelled', done);
        this.call.off('close', done);
        resolve();
      };
      const forget = this.log.onWritten(done);
      this.wake = done;
      this.call.once('cancelled', done);
      this.call.once('close', done);
    });
  }

  private async send(event: LoggedEvent): Promise<boolean> {
    this.parts.sent();
    return this.write(eventResponse(event));
  }

  /**
   * Writes a response, and waits while the receiver does not keep up. Returns false if the call has ended.
   */
  private async write(response: ReadResp): Promise<boolean> {
    if (this.call.cancelled || this.call.destroyed) return false;
    if (this.call.write(response)) return true;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        for (const event of ['drain', 'cancelled', 'close'] as const) this.call.off(event, done);
        resolve();
      };
      for (const event of ['drain', 'cancelled', 'close'] as const) this.call.once(event, done);
    });
    return !this.call.cancelled && !this.call.destroyed;
  }
}

const streamOf = (options: Options): string =>
  Buffer.from(options.getStream()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');

function isBackwards(options: Options): boolean {
  return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
}

function push(
  found: LoggedEvent[],
  event: LoggedEvent | undefined,
  matches: (event: LoggedEvent) => boolean,
): void {
  if (event !== undefined && matches(event)) found.push(event);
}

function filterOf(options: Options): (event: LoggedEvent) => boolean {
  const filter = options.getFilter();
  if (filter === undefined) return () => true;
  const byStream = filter.getStreamIdentifier();
  const expression = byStream ?? filter.getEventType();
  const subject = (event: LoggedEvent): string => (byStream === undefined ? event.type : event.stream);
  const source = expression?.getRegex() ?? '';
  if (source !== '') {
    const regex = new RegExp(source);
    return (event) => regex.test(subject(event));
  }
  const prefixes = expression?.getPrefixList() ?? [];
  return (event) => prefixes.some((prefix) => subject(event).startsWith(prefix));
}
