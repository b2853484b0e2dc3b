import { type Scenarios, scenarios } from '../../eventsourcing/journal/testing/given-when-then.js';
import { DAY_MS } from '@siegel/contracts/limits';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaCommand } from '../nda.commands.js';
import type { NdaEvent } from '../nda.events.js';
import { ndaDecider } from '../nda.decider.js';
import type { NdaState } from '../nda.state.js';

export const NDA_ID = '01930000-0000-7000-8000-000000000001';
/** The time at which every scenario begins: day 0. */
export const START = '2026-11-02T10:00:00.000Z';

/** @returns ISO 8601 UTC, this many days of 24 hours after the start */
export const day = (days: number): string => new Date(Date.parse(START) + days * DAY_MS).toISOString();

/** An event that happened this many days after the start. */
export const on = (days: number, event: NdaEvent) => ({ at: day(days), event });

/** `given(created, party1Signed()).when(signAsParty2(), day(1)).then(…)` */
const ndaScenarios: Scenarios<NdaCommand, NdaEvent> = scenarios(ndaDecider, NDA_ID, START);
export const given: Scenarios<NdaCommand, NdaEvent>['given'] = ndaScenarios.given;
/** Events as recorded in the NDA's stream. */
export const history: Scenarios<NdaCommand, NdaEvent>['history'] = ndaScenarios.history;

/** Returns the state after all events of a recorded history. */
export const ndaAfter = (events: readonly Recorded<NdaEvent>[]): NdaState =>
  events.reduce(ndaDecider.evolve, ndaDecider.initial);

/** Returns the state after these events. */
export const stateAfter = (...steps: Parameters<typeof history>[0]): NdaState => ndaAfter(history(steps));

/**
 * Returns the id of the event with this revision. An event's id depends only on its revision, so it is the
 * same in every scenario.
 */
export const idOf = (revision: number): string => {
  const step = (): NdaEvent => ({ type: 'NdaErased', open: { reason: 'admin' } });
  return history(Array.from({ length: revision + 1 }, step)).at(-1)?.id ?? '';
};
