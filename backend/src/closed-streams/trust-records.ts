import type { Position } from '../eventsourcing/event-store/event-store.js';
import type { Subscription } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import type { TrustedLog, TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { recordsDecider } from '../trust-stream/records.decider.js';
import type { Place } from '../trust-stream/place.events.js';
import type { EndedStream, OpenReport, RecordsState } from '../trust-stream/records.state.js';
import { RECORDS_STREAM_PREFIX, type RecordsEvent, recordsPartOf } from '../trust-stream/trust.events.js';

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

export interface TrustRecordsParts {
  readonly log: Pick<TrustedReader, 'readAll'>;
  readonly journal: Pick<Journal, 'decode'>;
}

/**
 * The operator's records about closed streams, in memory. `read` folds all streams of records, and `start`
 * follows the log. Verification asks these records, so a place behind the end of an ended stream is no
 * tampering any more.
 */
export class TrustRecords {
  private readonly byStream = new Map<string, RecordsState>();
  private subscription: Subscription | undefined;
  private caughtUp: Promise<void> = Promise.resolve();
  private after: Position | undefined;

  constructor(private readonly parts: TrustRecordsParts) {}

  /** Folds everything that the log has now. @throws EventStoreUnavailable */
  async read(): Promise<void> {
    const streamPrefixes = [RECORDS_STREAM_PREFIX];
    for await (const { events, position } of this.parts.log.readAll({ after: this.after, streamPrefixes })) {
      for (const event of events) this.fold(event);
      this.after = position;
    }
  }

  /** Follows the log. */
  start(log: Pick<TrustedLog, 'subscribe'>): void {
    if (this.subscription !== undefined) return;
    this.caughtUp = new Promise((resolve) => {
      this.subscription = log.subscribe({
        after: this.after,
        streamPrefixes: [RECORDS_STREAM_PREFIX],
        onBatch: async (events: readonly StoredEvent[]) => {
          for (const event of events) this.fold(event);
        },
        onCaughtUp: () => resolve(),
      });
    });
  }

  /** Resolves with these records once everything that the log had at the start is folded. */
  async ready(): Promise<this> {
    await this.caughtUp;
    return this;
  }

  async stop(): Promise<void> {
    await this.subscription?.stop();
  }

  /** Returns the end of an ended stream; undefined for any other stream. */
  endOf(stream: string): EndedStream | undefined {
    return this.byStream.get(stream)?.ended ?? undefined;
  }

  /** True if the operator ended the stream for good. */
  isEnded(stream: string): boolean {
    return this.endOf(stream) !== undefined;
  }

  /** Returns the first revision that does not count in an ended stream; undefined for any other stream. */
  firstBehindEnd(stream: string): number | undefined {
    const end = this.endOf(stream);
    return end === undefined ? undefined : (end.last?.revision ?? -1) + 1;
  }

  /** True if the operator ended the stream before this place, so that nothing there counts. */
  isBehindEnd(stream: string, revision: number): boolean {
    const first = this.firstBehindEnd(stream);
    return first !== undefined && revision >= first;
  }

  /** True if a repair put exactly this event back. */
  isPutBack(stream: string, { revision, hash }: Place): boolean {
    const { putBack = [] } = this.byStream.get(stream) ?? {};
    return putBack.some((place) => place.revision === revision && place.hash === hash);
  }

  /** True if the operator chose among several events at this place. @param hash the event that he chose */
  isChosen(stream: string, revision: number, hash?: string): boolean {
    const { choices = [] } = this.byStream.get(stream) ?? {};
    return choices.some(
      ({ chosen }) => chosen.revision === revision && (hash === undefined || chosen.hash === hash),
    );
  }

  /** True if exactly this event does not count because the operator chose another one. */
  isGivenUp(stream: string, { revision, hash }: Place): boolean {
    const { givenUp = [] } = this.byStream.get(stream) ?? {};
    return givenUp.some((place) => place.revision === revision && place.hash === hash);
  }

  /** True if the operator called for the destruction of an ended stream's key. */
  isKeyCalledFor(stream: string): boolean {
    return (this.byStream.get(stream)?.keyCall ?? null) !== null;
  }

  /** True if the records say that the key of the ended stream is destroyed. */
  isKeyDestroyed(stream: string): boolean {
    return (this.byStream.get(stream)?.keyDestroyedAt ?? null) !== null;
  }

  /** Returns the ended streams whose key has to be destroyed, in the order of their names. */
  streamsOwingKeys(): readonly string[] {
    return [...this.byStream]
      .flatMap(([stream, { keyCall, keyDestroyedAt }]) =>
        keyCall !== null && keyDestroyedAt === null ? [stream] : [],
      )
      .toSorted();
  }

  /** Returns what is recorded about each stream that the operator ended, in the order of their names. */
  ended(): readonly (readonly [stream: string, state: RecordsState])[] {
    return [...this.byStream].filter(([, { ended }]) => ended !== null).toSorted(byName);
  }

  /**
   * Returns the ended streams with the kept reports that nobody has dealt with, in the order of their names. These
   * reports never go into their streams.
   */
  endedWithReports(): readonly { readonly stream: string; readonly open: readonly OpenReport[] }[] {
    return this.ended().flatMap(([stream, state]) => {
      const open = state.open.filter(({ eventId }) => !state.over.includes(eventId));
      return open.length === 0 ? [] : [{ stream, open }];
    });
  }

  /** Returns the streams for which reports are kept that may still go into them, in the order of their names. */
  streamsWithReports(): readonly string[] {
    return [...this.byStream]
      .flatMap(([stream, { open, ended }]) => (open.length > 0 && ended === null ? [stream] : []))
      .toSorted();
  }

  private fold(stored: StoredEvent): void {
    const about = recordsPartOf(stored.stream)?.stream;
    const event = this.parts.journal.decode<RecordsEvent>(stored);
    if (about === undefined || event.unknown) return;
    const before = this.byStream.get(about) ?? recordsDecider.initial;
    this.byStream.set(about, recordsDecider.evolve(before, event));
  }
}
