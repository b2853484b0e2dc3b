import type { Position } from '../eventsourcing/event-store/event-store.js';
import type { Subscription } from '../eventsourcing/event-store/event-store.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { type StoredEvent, wasWritten } from '../eventsourcing/trust/authenticate.js';
import { TRUST_PREFIX } from '../eventsourcing/trust/ended.js';
import type { TrustedLog, TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { recordsDecider } from '../trust-stream/records.decider.js';
import type { Place } from '../trust-stream/place.events.js';
import type { BegunPart, EndedStream, RecordsState } from '../trust-stream/records.state.js';
import type { Logger } from '../platform/logging/logger.js';
import { isBehindParts } from './parts.js';
import { type ReadRecords, recordsOf } from './records.js';
import { RecordsToLoad } from './records-to-load.js';
import { logPartOf, recordsPartOf, recordsStream, type TrustEvent } from '../trust-stream/trust.events.js';

const EVERY_MS = 60_000;

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

export interface TrustRecordsParts {
  readonly log: Pick<TrustedReader, 'readAll' | 'load' | 'placeIn'>;
  readonly journal: Pick<Journal, 'decode'>;
  /** Called with an event that the operator chose, once for each choice. */
  readonly onChoice?: (stream: string, chosen: Place) => void;
  readonly logger?: Logger;
  /** Milliseconds after which records that could not be loaded are loaded again; 60 000 by default. */
  readonly everyMs?: number;
}

const NOTHING: ReadRecords = { state: recordsDecider.initial, ends: new Map() };

/**
 * The operator's records about closed streams, in memory, and the parts of the log's own stream. `read` folds all
 * trust streams, and `start` follows the log. Records that a repair puts back are at places that were read before, so `opened` loads them.
 * Verification asks these records, so a place behind the end of an ended stream is no tampering any more.
 */
export class TrustRecords {
  private readonly known = new Map<string, ReadRecords>();
  private changed = 0;
  /** The parts of the log's own stream that count. */
  private readonly logParts: BegunPart[] = [];
  private readonly putBack: RecordsToLoad;
  private timer: NodeJS.Timeout | undefined;
  private subscription: Subscription | undefined;
  private caughtUp: Promise<void> = Promise.resolve();
  private after: Position | undefined;

  constructor(private readonly parts: TrustRecordsParts) {
    this.putBack = new RecordsToLoad((stream) => this.loadOne(stream), parts.logger);
  }

  /** Folds everything that the log has now. @throws EventStoreUnavailable */
  async read(): Promise<void> {
    const streamPrefixes = [TRUST_PREFIX];
    for await (const { events, position } of this.parts.log.readAll({ after: this.after, streamPrefixes })) {
      for (const event of events) this.fold(event);
      this.after = position;
    }
  }

  /**
   * Loads the streams of records of which less was read than the tree has, so that they are closed. Somebody
   * may have deleted their end, and the end of the stream that they are about with it.
   * @param ends revision of the last leaf of each stream of records
   * @throws EventStoreUnavailable
   */
  async closeShorter(ends: ReadonlyMap<string, number>): Promise<void> {
    for (const [name, end] of ends) {
      const about = recordsPartOf(name)?.stream ?? '';
      if ((this.known.get(about)?.ends.get(name) ?? -1) < end) await this.parts.log.load(name);
    }
  }

  /** Follows the log, and repeats loads that failed. */
  start(log: Pick<TrustedLog, 'subscribe'>): void {
    if (this.subscription !== undefined) return;
    this.timer = setInterval(() => void this.load(), this.parts.everyMs ?? EVERY_MS);
    this.caughtUp = new Promise((resolve) => {
      this.subscription = log.subscribe({
        after: this.after,
        streamPrefixes: [TRUST_PREFIX],
        onBatch: async (events: readonly StoredEvent[]) => {
          for (const event of events) this.follow(event);
          void this.load();
        },
        onCaughtUp: () => resolve(),
      });
    });
  }

  /** Resolves with these records once everything that the log had at the start is folded. */
  async ready(): Promise<this> {
    await this.caughtUp;
    await this.load();
    return this;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.subscription?.stop();
  }

  /** Loads the records of which a stream was found open again. Does nothing for any other stream. Never throws. */
  opened(stream: string): void {
    const about = recordsPartOf(stream)?.stream;
    if (about !== undefined) this.putBack.add(about);
  }

  /** Loads all records that were put back. Records that cannot be loaded now are loaded later. Never rejects. */
  load(): Promise<void> {
    return this.putBack.load();
  }

  /** Resolves when no load is under way. */
  settled(): Promise<void> {
    return this.putBack.settled();
  }

  /** Number of changes so far. As long as it stays the same, these records say the same. */
  get changes(): number {
    return this.changed;
  }

  /** Returns the end of an ended stream; undefined for any other stream. */
  endOf(stream: string): EndedStream | undefined {
    return this.stateOf(stream)?.ended ?? undefined;
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

  /**
   * True if the newest part of the records about the stream is closed, or if events do not count any more that
   * counted when it was begun. Then nobody knows whether the operator ended the stream. Trust streams are never
   * ended, so the records about them close nothing. Records that were put back count as closed until they are
   * loaded.
   */
  areClosed(stream: string): boolean {
    if (stream.startsWith(TRUST_PREFIX)) return false;
    if (this.putBack.has(stream)) return true;
    const { state, ends } = this.known.get(stream) ?? NOTHING;
    const { part, before } = state;
    const { log } = this.parts;
    if (before !== null && (ends.get(before.stream) ?? -1) < before.revision) return true;
    // A further part was begun if the service wrote one of its events. Another one has only rows of somebody else.
    const isNextLost = wasWritten(log.placeIn(recordsStream(stream, part + 1)));
    return isNextLost || log.placeIn(recordsStream(stream, part)) !== undefined;
  }

  /** True if the operator ended the stream before this place, so that nothing there counts. */
  isBehindEnd(stream: string, revision: number): boolean {
    const first = this.firstBehindEnd(stream);
    return first !== undefined && revision >= first;
  }

  /**
   * True if the place is in a part of a trust stream, behind the last event that counted when a later part was begun.
   * The part stays closed there. The operator knows it, and nothing there counts any more.
   */
  isBehindPart(stream: string, revision: number): boolean {
    if (logPartOf(stream) !== undefined) return isBehindParts(this.logParts, stream, revision);
    const about = recordsPartOf(stream)?.stream;
    return about !== undefined && isBehindParts(this.stateOf(about)?.begun ?? [], stream, revision);
  }

  /** True if a repair put exactly this event back. */
  isPutBack(stream: string, { revision, hash }: Place): boolean {
    const { putBack = [] } = this.stateOf(stream) ?? {};
    return putBack.some((place) => place.revision === revision && place.hash === hash);
  }

  /**
   * True if the operator chose this event over all others at its place. Behind the place of a choice, the other
   * events gave way with their branch.
   * @param others hashes of other events at the place, as far as the caller knows them
   */
  isChosen(stream: string, { revision, hash }: Place, others: readonly string[]): boolean {
    const { choices = [] } = this.stateOf(stream) ?? {};
    const here = choices.filter(({ chosen }) => chosen.revision === revision);
    if (here.length === 0)
      return others.length > 0 && others.every((one) => this.isGivenUp(stream, { revision, hash: one }));
    const made = here.filter(({ chosen }) => chosen.hash === hash);
    const over = new Set(made.flatMap((choice) => choice.over));
    return made.length > 0 && others.every((other) => over.has(other));
  }

  /** True if exactly this event does not count because the operator chose another one. */
  isGivenUp(stream: string, { revision, hash }: Place): boolean {
    const { givenUp = [] } = this.stateOf(stream) ?? {};
    return givenUp.some((place) => place.revision === revision && place.hash === hash);
  }

  /** True if the operator called for the destruction of an ended stream's key. */
  isKeyCalledFor(stream: string): boolean {
    return (this.stateOf(stream)?.keyCall ?? null) !== null;
  }

  /** True if the records say that the key of the ended stream is destroyed. */
  isKeyDestroyed(stream: string): boolean {
    return (this.stateOf(stream)?.keyDestroyedAt ?? null) !== null;
  }

  /** True if a person dealt with this obligation of the ended stream. @param about id of the event that opened it */
  isOver(stream: string, about: string): boolean {
    return this.stateOf(stream)?.over.includes(about) === true;
  }

  /** Returns the ended streams whose key has to be destroyed, in the order of their names. */
  streamsOwingKeys(): readonly string[] {
    return this.streamsWith(({ keyCall, keyDestroyedAt }) => keyCall !== null && keyDestroyedAt === null);
  }

  /** Returns what is recorded about each stream that the operator ended, in the order of their names. */
  ended(): readonly (readonly [stream: string, state: RecordsState])[] {
    return [...this.known]
      .flatMap(([stream, { state }]) => (state.ended === null ? [] : [[stream, state] as const]))
      .toSorted(byName);
  }

  /** Returns the streams for which reports are kept that may still go into them, in the order of their names. */
  streamsWithReports(): readonly string[] {
    return this.streamsWith(({ open, ended }) => open.length > 0 && ended === null);
  }

  /**
   * Replaces what is known about a stream by what is stored. Keeps what is known if less is stored, because
   * another part of the records may be closed meanwhile. Loads again if an event was folded meanwhile, because
   * what was loaded may lack it.
   */
  private async loadOne(about: string): Promise<void> {
    for (;;) {
      const before = this.known.get(about) ?? NOTHING;
      const stored = await recordsOf(this.parts, about);
      if ((this.known.get(about) ?? NOTHING) !== before) continue;
      const isLess = [...before.ends].some(([part, end]) => (stored.ends.get(part) ?? -1) < end);
      if (!isLess) this.know(about, stored);
      return;
    }
  }

  /** Folds a new event. If it says that other records were repaired, they are loaded: they may be new to us. */
  private follow(stored: StoredEvent): void {
    this.fold(stored);
    const event = this.parts.journal.decode<TrustEvent>(stored);
    if (!event.unknown && event.type === 'StreamRestored') this.opened(event.open.stream);
  }

  /** Folds an event once: `load` may have folded it before the subscription brings it. */
  private fold(stored: StoredEvent): void {
    const about = recordsPartOf(stored.stream)?.stream;
    const event = this.parts.journal.decode<TrustEvent>(stored);
    if (event.unknown) return;
    if (event.type === 'LogBegun') this.logParts.push(event.open);
    if (about === undefined || event.type === 'LogBegun') return;
    const known = this.known.get(about) ?? NOTHING;
    const { stream, revision } = stored;
    if (revision <= (known.ends.get(stream) ?? -1)) return;
    this.know(about, {
      state: recordsDecider.evolve(known.state, event),
      ends: new Map([...known.ends, [stream, revision]]),
    });
  }

  /** Replaces what is known about a stream, and tells its new choices. */
  private know(about: string, next: ReadRecords): void {
    // A record that somebody deletes and writes again is no new choice.
    const told = new Set(this.stateOf(about)?.choices.map(({ chosen }) => chosen.hash));
    this.known.set(about, next);
    this.changed += 1;
    for (const { chosen } of next.state.choices)
      if (!told.has(chosen.hash)) this.parts.onChoice?.(about, chosen);
  }

  private streamsWith(has: (state: RecordsState) => boolean): readonly string[] {
    return [...this.known].flatMap(([stream, { state }]) => (has(state) ? [stream] : [])).toSorted();
  }

  private stateOf(stream: string): RecordsState | undefined {
    return this.known.get(stream)?.state;
  }
}
