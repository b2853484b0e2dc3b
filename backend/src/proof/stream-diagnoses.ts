import { LRUCache } from 'lru-cache';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import type { BrokenPlaces } from './broken-places.js';
import type { Leaf } from './leaves.js';
import { compareStream, type VerifyingParts } from './verify-nda.js';
import type { BrokenKind } from '@siegel/contracts/verification/checkpoints';
import { type BrokenPlace, hashOf, type StreamPlaces } from './verify-stream.js';

/** Number of broken streams that are not verified again when a further event or leaf of them does not fit. */
const REMEMBERED = 5000;

/** Detail of an event that is stored at no place of the log's order. */
export const MISPLACED = 'its position is none that the store has assigned, so no reader of the log meets it';

type Diagnosis = Pick<StreamPlaces, 'places' | 'closedFrom'>;

/**
 * Says what is wrong with an event or a leaf that does not fit, and reports it. Verifies the whole stream for
 * that, because only the whole stream shows its first broken place.
 */
export class StreamDiagnoses {
  private readonly known = new LRUCache<string, Diagnosis>({ max: REMEMBERED });

  constructor(
    private readonly parts: Omit<VerifyingParts, 'publicKeys'>,
    private readonly places: BrokenPlaces,
  ) {}

  /** Verifies the stream, reports its broken places, and closes it where it is closed. */
  async of(stream: string): Promise<Diagnosis> {
    const before = this.known.get(stream);
    if (before !== undefined) return before;
    const { places, closedFrom } = await compareStream(this.parts, stream);
    if (closedFrom !== undefined) this.places.close(stream, closedFrom);
    for (const place of places) await this.places.report(place);
    // Only a broken stream is remembered: the next event of another stream may show a fault of it.
    if (places.length > 0 || closedFrom !== undefined) this.known.set(stream, { places, closedFrom });
    return { places, closedFrom };
  }

  /** A leaf has no event. */
  async missing({ stream, revision, eventHash }: Leaf): Promise<void> {
    if (this.places.isClosed(stream, revision)) return;
    if (this.parts.isAccepted?.(stream, revision, 'missing', eventHash) === true) return;
    const { places } = await this.of(stream);
    if (places.some((place) => place.revision === revision) || this.places.isClosed(stream, revision)) return;
    const detail = 'the tree has a leaf of it, but the log does not have the event';
    await this.report({ stream, revision }, 'dropped', detail);
  }

  /** An event has no leaf, although later events have one. */
  async withoutLeaf(event: UntrustedEvent): Promise<void> {
    const { places } = await this.of(event.stream);
    if (places.some(({ revision }) => revision === event.revision)) return;
    await this.report(event, 'inserted', 'the tree has leaves of later events, but none of this one');
  }

  /** An event is not where its leaf, or its stream, says. */
  async reordered(event: UntrustedEvent, detail: string): Promise<void> {
    const { stream, revision } = event;
    const { places } = await this.of(stream);
    if (places.length > 0 || this.parts.isAccepted?.(stream, revision, 'reordered', hashOf(event)) === true)
      return;
    await this.report(event, 'reordered', detail);
  }

  private report(
    { stream, revision }: Pick<Leaf, 'stream' | 'revision'>,
    kind: BrokenKind,
    detail: string,
  ): Promise<void> {
    const place: BrokenPlace = { stream, revision, kind, detail };
    return this.places.report(place);
  }
}
