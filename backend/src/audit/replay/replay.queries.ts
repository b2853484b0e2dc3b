import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { AuditedEventsView, NdaAtView } from '@siegel/contracts/audit/views';
import type { Role } from '@siegel/contracts/enums';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { CurrentNdas } from '../../agreements/current-ndas.js';
import { auditedEvent } from './audited-event.js';
import { Histories } from './histories.js';
import { ndaAt } from './nda-at.js';
import type { UnsealedEvent } from './replayed-nda.js';
import { INITIAL_REPLAY_STATE, lastRevisionBy, type ReplayState, replayStateAfter } from './replay-state.js';

/** A view, and whether the view contains personal data. If it does, the reading is recorded. */
interface Shown<View> {
  readonly view: View;
  readonly isPersonal: boolean;
}

/** Returns some events of an NDA's history, beginning with a revision. */
export class ReadHistory extends Query<Shown<AuditedEventsView>> {
  constructor(
    readonly id: string,
    readonly range: { readonly from: number; readonly limit: number },
    readonly role: Role,
  ) {
    super();
  }
}

const isRead = ({ sealed }: Recorded, { unreadable }: UnsealedEvent): boolean =>
  sealed !== undefined && unreadable === null;

@QueryHandler(ReadHistory)
export class ReadHistoryHandler implements IQueryHandler<ReadHistory> {
  constructor(
    private readonly histories: Histories,
    private readonly ndas: CurrentNdas,
  ) {}

  /** @throws RuleBroken not_found: there never was such an NDA; StreamUntrusted if no event of it counts */
  async execute({ id, range, role }: ReadHistory) {
    const { events, isClosed } = await this.histories.read(id);
    const last = events.at(-1);
    if (last === undefined) return this.ndas.refuse(id);
    const isErased = await this.ndas.isErased(id);
    const read = await Promise.all(
      events
        .slice(range.from, range.from + range.limit)
        .map(async (event) => ({ event, opened: await this.histories.open(event, isErased) })),
    );
    const places = new Map(events.map((event) => [event.id, event.revision]));
    const revisionOf = (eventId: string): number | undefined => places.get(eventId);
    return {
      view: {
        items: read.map(({ event, opened }) => auditedEvent(event, opened, role, revisionOf)),
        total: events.length,
        untrustedSince: isClosed ? last.at : null,
      },
      isPersonal: read.some(({ event, opened }) => isRead(event, opened)),
    };
  }
}

/** Returns the NDA's view (`N`) after an event, or at a moment. */
export class ReplayNda extends Query<Shown<NdaAtView>> {
  constructor(
    readonly id: string,
    readonly wanted: { readonly revision: number } | { readonly time: string },
  ) {
    super();
  }
}

@QueryHandler(ReplayNda)
export class ReplayNdaHandler implements IQueryHandler<ReplayNda> {
  constructor(
    private readonly histories: Histories,
    private readonly ndas: CurrentNdas,
  ) {}

  /**
   * @throws RuleBroken not_found: there is no such NDA, no such event, or no event at or before that time;
   * StreamUntrusted if no event of it counts
   */
  async execute({ id, wanted }: ReplayNda) {
    const events = await this.until(id, wanted);
    let before = INITIAL_REPLAY_STATE;
    for await (const part of chunkedWithYield(events.slice(0, -1)))
      before = part.reduce(replayStateAfter, before);
    const after = events.slice(-1).reduce(replayStateAfter, before);
    const isErased = await this.ndas.isErased(id);
    const opened = new Map<string, UnsealedEvent>();
    for (const event of sealedIn(events, before, after))
      opened.set(event.id, await this.histories.open(event, isErased));
    const view = ndaAt(before, after, (eventId) => opened.get(eventId));
    return { view, isPersonal: [...opened.values()].some(({ unreadable }) => unreadable === null) };
  }

  private async until(
    id: string,
    wanted: { readonly revision: number } | { readonly time: string },
  ): Promise<readonly Recorded<NdaEvent>[]> {
    const { events: all } = await this.histories.read(id);
    if (all.length === 0) return this.ndas.refuse(id);
    const revision = 'revision' in wanted ? wanted.revision : lastRevisionBy(all, wanted.time);
    if (revision < 0 || revision >= all.length) throw new RuleBroken('not_found');
    return all.slice(0, revision + 1);
  }
}

/**
 * Returns the events whose sealed parts the given states contain. Only these events are opened: a handful,
 * even in a history of ten thousand events.
 */
function sealedIn(
  events: readonly Recorded<NdaEvent>[],
  ...states: readonly ReplayState[]
): readonly Recorded<NdaEvent>[] {
  const parts = states.flatMap(({ nda }) => Object.values(nda.sealed));
  const ids = new Set(parts.map(({ eventId }) => eventId));
  return events.filter(({ id }) => ids.has(id));
}
