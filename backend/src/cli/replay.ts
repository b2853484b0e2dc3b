import type { FieldChange } from '@siegel/contracts/audit/views';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { ndaAt } from '../audit/replay/nda-at.js';
import { afterErasure, openedAs } from '../audit/replay/replayed-nda.js';
import { isKnown, lastStep } from '../audit/replay/standing.js';

/** An NDA up to a revision. */
export interface ReplayedHistory {
  readonly events: readonly Recorded<NdaEvent>[];
  /** After the last of them. */
  readonly state: NdaState;
  /** The last event that is told of, and what it changed. */
  readonly revision: number;
  readonly changes: readonly FieldChange[];
}

/**
 * An NDA's history up to a revision, what it was then, and what the last event changed (rule:replay). What is not
 * known is told and not folded; of an erased one nothing is told that was sealed.
 * @param at counted from 0; the newest where it is undefined
 * @throws OperatorError where there is no such NDA
 */
export async function replayNda(
  journal: Pick<Journal, 'load'>,
  id: string,
  at: number | undefined,
): Promise<ReplayedHistory> {
  const { events: all } = await journal.load<NdaEvent>(ndaStream(id));
  if (all.length === 0) throw new OperatorError(`There is no NDA ${id}.`);
  const isErased = all.some((event) => event.type === 'NdaErased' && isKnown(event));
  const events = (isErased ? all.map(afterErasure) : all).slice(0, at === undefined ? undefined : at + 1);
  const known = events.filter(({ unknown }) => !unknown);
  const opened = new Map(events.map((event) => [event.id, openedAs(event)]));
  const { before, after } = lastStep(events);
  const { revision, changes } = ndaAt(before, after, (eventId) => opened.get(eventId));
  return { events, state: known.reduce(ndaDecider.evolve, ndaDecider.initial), revision, changes };
}
