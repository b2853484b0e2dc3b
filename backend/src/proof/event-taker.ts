import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { chainOnly, type EventChecker, type Link } from '../eventsourcing/trust/authenticate.js';
import type { BrokenPlaces } from './broken-places.js';
import type { ForeignEvents } from './foreign-events.js';
import { type EventInBatch, isOf, type LeafAlignment, type Placement } from './leaf-alignment.js';
import type { LeafPlace } from './leaf-queue.js';
import type { LeafWalk } from './leaf-walk.js';
import type { LinksBefore } from './links-before.js';
import type { StreamDiagnoses } from './stream-diagnoses.js';
import { hashOf } from './verify-stream.js';

export interface EventTakerParts {
  readonly checker?: EventChecker | undefined;
  readonly links: LinksBefore;
  readonly broken: BrokenPlaces;
  readonly diagnoses: StreamDiagnoses;
  readonly walk: LeafWalk;
  readonly alignment: LeafAlignment;
  readonly foreigners: ForeignEvents;
}

/** Verifies one event after the other, in the order of the log, each together with its leaf. */
export class EventTaker {
  /** @param events number of events that were taken before */
  constructor(
    private readonly parts: EventTakerParts,
    public events: number,
  ) {}

  /**
   * Takes an event that follows the event before it in its stream and belongs to the next leaf. Returns false
   * if anything needs a closer look. Then nothing has changed.
   */
  quickly(event: UntrustedEvent): boolean {
    const { checker = chainOnly } = this.parts;
    const { leaf, isNamed } = this.parts.walk.queue.head ?? {};
    const before = this.parts.links.known(event);
    if (leaf === undefined || isNamed !== true || before === undefined || !isOf(leaf, event)) return false;
    const result = checker.next(event, before);
    if (result instanceof Promise || typeof result === 'string') return false;
    this.parts.links.set(event.stream, result);
    this.events += 1;
    this.parts.walk.take(leaf);
    return true;
  }

  /**
   * Returns a function that takes the event. The function returns true if the event counts. It returns
   * undefined if leaves are to be passed over before, and has to be called again.
   */
  slowly(found: EventInBatch): () => Promise<boolean | undefined> {
    const event = found.events[found.at] as UntrustedEvent;
    const last = this.parts.links.lastOf(event.stream);
    // Leaves whose events are missing come first, so that the places are reported in the order of the log.
    let counts: Promise<boolean> | undefined;
    const isAuthentic = (): Promise<boolean> => (counts ??= this.isAuthentic(found));
    return async () => {
      const leaf = this.parts.walk.queue.head?.leaf;
      const isNext = leaf !== undefined && isOf(leaf, event);
      if (!isNext && (await this.parts.foreigners.isForeign(found))) return false;
      const placement = await this.parts.alignment.place(found, isAuthentic);
      if (placement === undefined) return undefined;
      this.events += 1;
      await this.judge(event, placement, last, await isAuthentic());
      return isAuthentic();
    };
  }

  /** True if the event follows the authenticated event before it in its stream, which is open. */
  private async isAuthentic(found: EventInBatch): Promise<boolean> {
    const { checker = chainOnly } = this.parts;
    const event = found.events[found.at] as UntrustedEvent;
    const { stream, revision } = event;
    if (this.parts.broken.isClosed(stream, revision)) return false;
    const before = await this.parts.links.before(found);
    const link = before === undefined ? 'revision' : await checker.next(event, before);
    if (typeof link === 'string') {
      await this.parts.diagnoses.of(stream);
      if (this.parts.broken.isClosed(stream, revision)) return false;
    }
    this.remember(event, typeof link === 'string' ? { revision, hash: hashOf(event) ?? '' } : link);
    return true;
  }

  /**
   * An event that was moved to an earlier place of the log does not hide the events before it in its stream.
   */
  private remember({ stream }: UntrustedEvent, link: Link): void {
    const last = this.parts.links.lastOf(stream);
    if (last === undefined || last.revision < link.revision) this.parts.links.set(stream, link);
  }

  private async judge(
    event: UntrustedEvent,
    placement: Placement,
    last: Link | undefined,
    counts: boolean,
  ): Promise<void> {
    const { head } = this.parts.walk.queue;
    switch (placement) {
      case 'next':
        if (head !== undefined) await this.parts.walk.pass(head);
        return;
      case 'gap':
        if (head !== undefined) await this.parts.walk.passGap(head, hashOf(event));
        return;
      case 'beyond':
        // Without leaves, the revisions alone show that events of a stream are not in their order.
        if (counts && last !== undefined && last.revision + 1 !== event.revision)
          await this.parts.diagnoses.reordered(
            event,
            'it does not follow the event of its stream that comes before it in the log',
          );
        return;
      case 'none':
        if (counts) await this.parts.diagnoses.withoutLeaf(event);
        return;
      case 'early':
      case 'late':
        if (counts) await this.parts.diagnoses.reordered(event, placeText(head));
    }
  }
}

function placeText(head: LeafPlace | undefined): string {
  if (head?.leaf === undefined) return 'it comes after later events';
  const { stream, revision } = head.leaf;
  return `it is in the place of ${head.isNamed ? `event ${revision} of ${stream}` : `leaf ${head.place}`}`;
}
