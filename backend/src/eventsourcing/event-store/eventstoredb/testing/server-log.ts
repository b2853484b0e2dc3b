import { randomUUID } from 'node:crypto';
import type { LoggedEvent } from './logged-event.js';
import {
  DELETING,
  isDeleted,
  METADATA_TYPE,
  metadataStreamOf,
  settingsOf,
  shownOf,
  type StreamSettings,
  withTruncation,
} from './stream-settings.js';

export type Proposal = Pick<LoggedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type Expected = number | 'no-stream' | 'any' | 'stream-exists';

export type Written =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'written' | 'idempotent'; readonly revision: number; readonly position: number }
  | { readonly kind: 'wrong'; readonly current: number | 'no-stream' };

/** Revision of the record by which a server deletes a stream for good: 2^63-1. The name is never used again. */
export const TOMBSTONE = 2 ** 63;
const TOMBSTONE_TYPE = '$streamDeleted';

/**
 * The log of a server. It holds everything that survives a restart of the server. Servers that share one log
 * form a cluster.
 */
export class ServerLog {
  readonly events: LoggedEvent[] = [];
  /** Position of the next event. */
  end = 0;
  private readonly streams = new Map<string, LoggedEvent[]>();
  private readonly listeners = new Set<() => void>();

  /**
   * @param kept events that the log already holds, with positions and times. By default the log is like the
   * log of a newly installed server, which already holds one event.
   */
  constructor(kept?: readonly LoggedEvent[]) {
    if (kept === undefined) this.writeSystemEvent('$$$settings', METADATA_TYPE);
    else for (const event of kept) this.keep(event);
  }

  /** Returns all events of a stream that the log holds, including those that the stream's metadata hide. */
  stream(name: string): readonly LoggedEvent[] {
    return this.streams.get(name) ?? [];
  }

  /** True if the stream was deleted for good. Its metadata are then gone, too. */
  isTombstoned(name: string): boolean {
    const stream = name.startsWith('$$') ? name.slice(2) : name;
    return lastOf(this.stream(stream)) === TOMBSTONE;
  }

  /** Returns the events that a read of the stream shows. Undefined if the server knows no such stream. */
  shown(name: string): readonly LoggedEvent[] | undefined {
    const held = this.stream(name);
    const settings = this.settings(name);
    return held.length === 0 || isDeleted(settings) ? undefined : shownOf(held, settings);
  }

  /** Deletes a stream, so that it can be begun again. Its events stay in the log until a scavenge. */
  delete(stream: string): LoggedEvent {
    const event = this.writeMetadata(stream, DELETING);
    this.notifyListeners();
    return event;
  }

  /** Deletes a stream for good. `$all` shows the record of it, and the events until a scavenge. */
  tombstone(stream: string): LoggedEvent {
    const nothing = new Uint8Array(0);
    const event = this.write(
      stream,
      { id: randomUUID(), type: TOMBSTONE_TYPE, contentType: '', data: nothing, metadata: nothing },
      TOMBSTONE,
    );
    this.notifyListeners();
    return event;
  }

  /** Removes events from the log, as a restored older copy lacks them. Positions and revisions stay. */
  remove(gone: ReadonlySet<LoggedEvent>): void {
    for (const [name, held] of this.streams) {
      const left = held.filter((event) => !gone.has(event));
      if (left.length === 0) this.streams.delete(name);
      else if (left.length < held.length) this.streams.set(name, left);
    }
    // In place, and without a spread: a log may have more events than a call may have arguments.
    let kept = 0;
    for (const event of this.events) if (!gone.has(event)) this.events[kept++] = event;
    this.events.length = kept;
  }

  /**
   * Puts an event at its position and its revision, as somebody does who can write the server's files.
   * @throws Error if there is an event already
   */
  put(event: LoggedEvent): void {
    const held = this.stream(event.stream);
    const index = this.indexFrom(event.position);
    const isTaken = this.events[index]?.position === event.position;
    if (isTaken || held.some(({ revision }) => revision === event.revision))
      throw new Error(`there is an event at ${event.stream}@${event.revision} or at its position`);
    this.streams.set(
      event.stream,
      [...held, event].sort((one, other) => one.revision - other.revision),
    );
    this.events.splice(index, 0, event);
    if (event.position >= this.end) this.end = endOf(event);
    this.notifyListeners();
  }

  /**
   * Removes the hidden events of all streams for good, as an operator's scavenge does. The last event of a stream
   * always stays.
   */
  scavenge(): void {
    const gone = [...this.streams].flatMap(([name, held]) => {
      const kept = new Set([...shownOf(held, this.settings(name)), ...held.slice(-1)]);
      return held.filter((event) => !kept.has(event));
    });
    this.remove(new Set(gone));
  }

  /**
   * Checks the expected revision as a real server does. An append may be repeated, with event ids that are
   * already in the stream. If the repeated append expects the revision before these events, it is
   * acknowledged and nothing is written. If it expects the current revision, its events are written again.
   *
   * A deleted stream may be begun again. Its revisions go on, and its earlier events stay hidden.
   */
  append(stream: string, expected: Expected, proposals: readonly Proposal[]): Written {
    if (this.isTombstoned(stream)) return { kind: 'deleted' };
    const held = this.stream(stream);
    const current = lastOf(held);
    const asked = this.revisionOf(held, expected, proposals);
    const deleted = isDeleted(this.settings(stream)) ? stream : this.deletedBy(stream);
    if (asked > current || asked < -1) return wrong(current);
    if (asked < current) {
      const stored = proposals.map((_, index) => held.find(({ revision }) => revision === asked + 1 + index));
      const same = proposals.every(({ id }, index) => stored[index]?.id === id.toLowerCase());
      const last = stored.at(-1);
      if (same && last !== undefined)
        return { kind: 'idempotent', revision: last.revision, position: last.position };
      if (expected !== 'no-stream' || deleted !== stream) return wrong(current);
    }
    const written = proposals.map((proposal) => this.write(stream, proposal));
    if (deleted !== undefined) this.undelete(deleted, deleted === stream ? current + 1 : undefined);
    const last = written.at(-1);
    this.notifyListeners();
    return { kind: 'written', revision: last?.revision ?? current, position: last?.position ?? this.end };
  }

  writeSystemEvent(stream = '$stats', type = '$statsCollected'): void {
    const id = `00000000-0000-4000-8000-${String(this.events.length).padStart(12, '0')}`;
    this.write(stream, {
      id,
      type,
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: new Uint8Array(0),
    });
    this.notifyListeners();
  }

  /** Returns the index of the first event whose position is at least `position`. */
  indexFrom(position: number): number {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle]?.position ?? 0) >= position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  onWritten(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private settings(stream: string): StreamSettings {
    return settingsOf(stream, this.stream(metadataStreamOf(stream)));
  }

  /** Returns the deleted stream whose metadata are in this stream. */
  private deletedBy(metadataStream: string): string | undefined {
    const stream = metadataStream.startsWith('$$') ? metadataStream.slice(2) : undefined;
    return stream !== undefined && isDeleted(this.settings(stream)) ? stream : undefined;
  }

  /**
   * Writes the metadata of a stream that was deleted and is used again. The server does so whether somebody
   * appended an event or set the metadata. In both cases the earlier events stay hidden.
   * @param first revision of the first event that is shown; by default that of the next event
   */
  private undelete(stream: string, first = lastOf(this.stream(stream)) + 1): void {
    this.writeMetadata(stream, withTruncation(this.stream(metadataStreamOf(stream)).at(-1), first));
  }

  private writeMetadata(stream: string, data: Buffer): LoggedEvent {
    const metadata = new Uint8Array(0);
    const proposal = {
      id: randomUUID(),
      type: METADATA_TYPE,
      contentType: 'application/json',
      data,
      metadata,
    };
    return this.write(metadataStreamOf(stream), proposal);
  }

  private revisionOf(
    held: readonly LoggedEvent[],
    expected: Expected,
    proposals: readonly Proposal[],
  ): number {
    if (expected === 'no-stream') return -1;
    if (typeof expected === 'number') return expected;
    if (expected === 'stream-exists' && held.length === 0) return Number.NaN;
    const first = held.find(({ id }) => id === proposals[0]?.id.toLowerCase());
    return first === undefined ? lastOf(held) : first.revision - 1;
  }

  private write(stream: string, proposal: Proposal, revision = lastOf(this.stream(stream)) + 1): LoggedEvent {
    const created = (BigInt(Date.now()) * 10_000n).toString();
    const event = {
      ...proposal,
      id: proposal.id.toLowerCase(),
      stream,
      revision,
      created,
      position: this.end,
    };
    this.store(event);
    this.keep(event);
    return event;
  }

  /**
   * Called before an event counts as written, so that a subclass can store the event. This class does nothing
   * here, because its log is only in memory.
   */
  protected store(_event: LoggedEvent): void {}

  protected keep(event: LoggedEvent): void {
    const held = this.streams.get(event.stream) ?? [];
    this.streams.set(event.stream, held);
    held.push(event);
    this.events.push(event);
    this.end = endOf(event);
  }

  protected notifyListeners(): void {
    for (const listener of this.listeners) listener();
  }
}

const endOf = ({ position, stream, data, metadata }: LoggedEvent): number =>
  position + 90 + stream.length + data.length + metadata.length;

const lastOf = (held: readonly LoggedEvent[]): number => held.at(-1)?.revision ?? -1;

function wrong(current: number): Written {
  return { kind: 'wrong', current: current < 0 ? 'no-stream' : current };
}
