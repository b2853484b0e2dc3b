import type { FieldChange } from '@siegel/contracts/audit/views';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { noSuchNda } from './no-such-nda.js';
import { ndaAt } from '../audit/replay/nda-at.js';
import { afterErasure, unsealedAs } from '../audit/replay/replayed-nda.js';
import { isKnown, lastStep } from '../audit/replay/replay-state.js';

/** An NDA's history up to a revision. */
export interface ReplayedHistory {
  readonly events: readonly Recorded<NdaEvent>[];
  /** The state after the last event. */
  readonly state: NdaState;
  /** The revision of the last event. */
  readonly revision: number;
  /** The fields that the last event changed. */
  readonly changes: readonly FieldChange[];
}

/**
 * Reads an NDA's history up to a revision. Also returns the NDA's state at that revision, and the fields that
 * the last of these events changed (rule:replay). Unknown events are included, but do not change the state.
 * If the NDA is erased, the sealed parts of its events are omitted.
 * @param at revision, counted from 0; by default the newest
 * @throws OperatorError if there is no such NDA
 */
export async function replayNda(
  journal: Pick<Journal, 'load'>,
  id: string,
  at: number | undefined,
): Promise<ReplayedHistory> {
  const { events: all } = await journal.load<NdaEvent>(ndaStream(id));
  if (all.length === 0) throw noSuchNda(id);
  const isErased = all.some((event) => event.type === 'NdaErased' && isKnown(event));
  const events = (isErased ? all.map(afterErasure) : all).slice(0, at === undefined ? undefined : at + 1);
  const known = events.filter(({ unknown }) => !unknown);
  const opened = new Map(events.map((event) => [event.id, unsealedAs(event)]));
  const { before, after } = lastStep(events);
  const { revision, changes } = ndaAt(before, after, (eventId) => opened.get(eventId));
  return { events, state: known.reduce(ndaDecider.evolve, ndaDecider.initial), revision, changes };
}
