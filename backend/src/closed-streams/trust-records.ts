import type { Position } from '../eventsourcing/event-store/event-store.js';
import type { Subscription } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import type { AcceptedPlace } from '../eventsourcing/trust/adoption.js';
import type { StoredEvent } from '../eventsourcing/trust/authenticate.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { recordsDecider } from '../trust-stream/records.decider.js';
import type { EndedStream, RecordsState } from '../trust-stream/records.state.js';
import { RECORDS_STREAM_PREFIX, type RecordsEvent, recordsPartOf } from '../trust-stream/trust.events.js';

export interface TrustRecordsParts {
  readonly log: Pick<TrustedLog, 'subscribe'>;
  readonly journal: Pick<Journal, 'decode'>;
  /** Places that the operator accepted when the log was adopted (LOG_ADOPTED). */
  readonly accepted?: readonly AcceptedPlace[];
}

/**
 * What the operator did to closed streams, in memory. It is folded from all records about streams when it
 * starts, and then follows the log. Verification asks it, so that a place that was accepted, or that is behind
 * the end of an ended stream, is no tampering any more.
 */
export class TrustRecords {
  private readonly byStream = new Map<string, RecordsState>();
  private readonly accepted: ReadonlySet<string>;
  private subscription: Subscription | undefined;
  private caughtUp: Promise<void> = Promise.resolve();

  constructor(private readonly parts: TrustRecordsParts) {
    this.accepted = new Set((parts.accepted ?? []).map(({ stream, revision }) => placeOf(stream, revision)));
  }

  start(): void {
    if (this.subscription !== undefined) return;
    this.caughtUp = new Promise((resolve) => {
      this.subscription = this.parts.log.subscribe({
        after: undefined,
        streamPrefixes: [RECORDS_STREAM_PREFIX],
        onBatch: (events: readonly StoredEvent[], _: Position) => {
          for (const event of events) this.fold(event);
          return Promise.resolve();
        },
        onCaughtUp: () => resolve(),
      });
    });
  }

  /** Resolves once everything that the log held at the start is folded. */
  ready(): Promise<void> {
    return this.caughtUp;
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

  /**
   * True if the operator has dealt with whatever a verification finds at this place. The place was accepted at
   * an adoption, an event was put back there, or the stream ended before it.
   */
  accepts(stream: string, revision: number): boolean {
    if (this.accepted.has(placeOf(stream, revision))) return true;
    const records = this.byStream.get(stream);
    if (records === undefined) return false;
    const { ended, putBack } = records;
    if (ended !== null && revision > (ended.last?.revision ?? -1)) return true;
    return putBack.some((place) => place.revision === revision);
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

const placeOf = (stream: string, revision: number): string => `${stream}@${revision}`;
