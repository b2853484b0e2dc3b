import type { EventStore, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import type { TrustedReader } from '../../eventsourcing/trust/trusted-log.js';
import type { Scheduled } from '../../platform/jobs/scheduled.js';
import type { BlobStore } from '../../vault/blob-store.js';
import { compareStream, type VerifyingParts } from '../verify-nda.js';
import { isInTreeOrder } from './order-in-tree.js';
import { type FilesNamedIn, faultOf } from './stored-files.js';
import { tamperedAfter, type TamperedPlace, type TamperedStreams } from './tampered-streams.js';

const EVERY_MS = 60_000;
/** Number of streams that are verified at each tick. With more of them, a stream waits for several ticks. */
const AT_ONCE = 200;
const MOST_MS = 500;

export interface RecheckParts extends Omit<VerifyingParts, 'publicKeys'> {
  readonly store: Pick<EventStore, 'readStream' | 'holds' | 'isBefore'>;
  readonly log: Pick<TrustedReader, 'load' | 'single'>;
  readonly blobs: Pick<BlobStore, 'getRecorded'>;
  readonly filesIn: FilesNamedIn;
  readonly tampered: TamperedStreams;
  /**
   * Called with streams in which nothing is broken any more, before they are forgotten. Readers in log order
   * left out events of a stream while it was closed, and do not come back to them.
   */
  readonly opened?: (streams: readonly string[]) => Promise<void>;
  /** Milliseconds after which a tick verifies no further stream; 500 by default. */
  readonly mostMs?: number;
}

/**
 * Verifies the streams in which something is broken again and again, and forgets a stream that is whole or
 * accepted (rule:log-is-passed). So the obligation and the alert end some minutes after the repair. A load that
 * finds a stream whole also opens it.
 */
export class RecheckStreams implements Scheduled {
  readonly name = 'recheck-tampered-streams';
  readonly everyMs = EVERY_MS;
  /** Name of the stream after which the next tick continues. */
  private after = '';

  constructor(private readonly parts: RecheckParts) {}

  readonly run = async (signal: AbortSignal): Promise<void> => {
    const { tampered, mostMs = MOST_MS } = this.parts;
    const until = performance.now() + mostMs;
    try {
      await this.forgetWhole(until, signal);
    } finally {
      // One stream that cannot be brought up to date does not keep the others from the list.
      await tampered.writeAll();
      await this.recheckListed(until, signal);
    }
  };

  private async recheckListed(until: number, signal: AbortSignal): Promise<void> {
    const places = await tamperedAfter(this.parts.pool, this.after, AT_ONCE);
    const over: string[] = [];
    try {
      for (const [n, place] of places.entries()) {
        if (signal.aborted) return;
        // Before the verification: if it fails, the next tick continues with the stream behind this one.
        this.after = place.stream;
        if (await this.isOver(place)) over.push(place.stream);
        if (performance.now() > until && n < places.length - 1) return;
      }
      // The next tick begins again with the first stream.
      if (places.length < AT_ONCE) this.after = '';
    } finally {
      await this.forget(over);
    }
  }

  private async forget(streams: readonly string[]): Promise<void> {
    if (streams.length === 0) return;
    try {
      await this.parts.opened?.(streams);
    } catch (error) {
      if (streams.length === 1) throw error;
      return this.forgetHalves(streams);
    }
    for (const stream of streams) await this.parts.tampered.clear(stream);
  }

  /** One stream that cannot be brought up to date does not keep the others in the list. */
  private async forgetHalves(streams: readonly string[]): Promise<void> {
    const middle = Math.ceil(streams.length / 2);
    const errors: unknown[] = [];
    for (const half of [streams.slice(0, middle), streams.slice(middle)])
      await this.forget(half).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }

  /**
   * Forgets streams of this process's memory that another backend found whole since, so that no finding comes
   * back after a repair. The other streams are written into the table, and verified there.
   */
  private async forgetWhole(until: number, signal: AbortSignal): Promise<void> {
    const { tampered } = this.parts;
    const over: string[] = [];
    for (const place of await tampered.unlisted(AT_ONCE)) {
      if (signal.aborted || performance.now() > until) break;
      // A stream whose verification fails is in the table afterwards, where the failure is reported.
      if (await this.isOver(place).catch(() => false)) over.push(place.stream);
    }
    await this.forget(over);
  }

  private async isOver({ stream, revision, kind }: TamperedPlace): Promise<boolean> {
    const { tampered, log, filesIn, blobs } = this.parts;
    if (revision !== null && tampered.isAccepted(stream, revision, kind)) return true;
    const { events, untrusted } = await log.load(stream);
    if (untrusted !== undefined && !tampered.isSettled(stream, untrusted)) return false;
    const { places } = await compareStream(this.parts, stream);
    if (places.length > 0) return false;
    for (const file of await filesIn(events)) if ((await faultOf(blobs, file)) !== undefined) return false;
    if (await this.hasMisplaced(events)) return false;
    const found = events[revision ?? -1];
    return found === undefined || (await isInTreeOrder(this.parts, found));
  }

  /** True if one of these events is stored at no place of the log's order. */
  private async hasMisplaced(events: readonly UntrustedEvent[]): Promise<boolean> {
    const { store } = this.parts;
    const places = events
      .map(({ position }) => position)
      .toSorted((one, other) => (store.isBefore(one, other) ? -1 : 1));
    for (const place of new Set([...places.slice(0, 1), ...places.slice(-1)]))
      if (!(await store.holds(place))) return true;
    return false;
  }
}
