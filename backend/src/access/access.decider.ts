import type { ReadingKind, Role } from '@siegel/contracts/enums';
import type { Decider } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext, Recorded } from '../eventsourcing/journal/event.js';
import { type AccessEvent, accessStream } from './access.events.js';
import { accessEvents } from './access.registry.js';

export interface RecordReading {
  readonly role: Role;
  readonly what: ReadingKind;
  readonly ndaIds: readonly string[];
}

export interface AccessState {
  /** `2026-11-20T10`: what was read before it is of no use any more. */
  readonly hour: string;
  /** What was read of single NDAs in this hour. */
  readonly read: readonly string[];
}

/** These show a page of many: each page is a reading of its own. */
const PAGES: readonly ReadingKind[] = ['list', 'search'];

const hourOf = (at: string): string => at.slice(0, 'yyyy-mm-ddThh'.length);
const nameOf = ({ what, ndaIds }: Pick<RecordReading, 'what' | 'ndaIds'>): string =>
  `${what} ${ndaIds.join(' ')}`;

/**
 * Of a single NDA each kind of view is recorded once an hour, of lists and searches every page that shows anything
 * (rule:readings-are-recorded).
 */
function decide(reading: RecordReading, state: AccessState, { at }: CommandContext): readonly AccessEvent[] {
  const { role, what, ndaIds } = reading;
  const isKnown = !PAGES.includes(what) && state.hour === hourOf(at) && state.read.includes(nameOf(reading));
  return isKnown || ndaIds.length === 0 ? [] : [{ type: 'PersonalDataRead', open: { role, what, ndaIds } }];
}

function evolve(state: AccessState, { at, open }: Recorded<AccessEvent>): AccessState {
  const hour = hourOf(at);
  const read = hour === state.hour ? state.read : [];
  return PAGES.includes(open.what) ? { hour, read } : { hour, read: [...read, nameOf(open)] };
}

/** What a session was shown: one stream each. */
export const accessDecider: Decider<AccessState, RecordReading, AccessEvent> = {
  stream: accessStream,
  registry: accessEvents,
  initial: { hour: '', read: [] },
  evolve,
  decide,
};
