import type { ReadingKind, Role } from '@siegel/contracts/enums';
import type { Decider } from '../../eventsourcing/commands/command-runner.js';
import type { CommandContext, Recorded } from '../../eventsourcing/journal/event.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { type AccessEvent, accessStream, type SessionEnd } from './access.events.js';
import {
  evolveSession,
  isLiveSession,
  mayBeOver,
  INITIAL_SESSION_STATE,
  type SessionState,
} from './session-state.js';

export interface BeginSession {
  readonly type: 'BeginSession';
  readonly role: Role;
}

export interface EndSession {
  readonly type: 'EndSession';
  readonly by: SessionEnd;
}

export interface RecordReading {
  readonly type: 'RecordReading';
  readonly role: Role;
  readonly what: ReadingKind;
  readonly ndaIds: readonly string[];
}

export type AccessCommand = BeginSession | EndSession | RecordReading;

export interface AccessState extends SessionState {
  /** Hour of the last reading, for instance `2026-11-20T10`. Readings before that hour no longer matter. */
  readonly hour: string;
  /** Readings of single NDAs in this hour, each with its kind and the NDA's id. */
  readonly read: readonly string[];
}

/** Kinds of view that show a page of many NDAs. Each page is a separate reading. */
const PAGES: readonly ReadingKind[] = ['list', 'search'];

const hourOf = (at: string): string => at.slice(0, 'yyyy-mm-ddThh'.length);
const nameOf = ({ what, ndaIds }: Pick<RecordReading, 'what' | 'ndaIds'>): string =>
  `${what} ${ndaIds.join(' ')}`;

function decide(command: AccessCommand, state: AccessState, { at }: CommandContext): readonly AccessEvent[] {
  switch (command.type) {
    case 'BeginSession':
      return state.began === null ? [{ type: 'SessionBegan', open: { role: command.role } }] : [];
    case 'EndSession':
      return end(command, state, at);
    case 'RecordReading':
      return reading(command, state, at);
  }
}

/**
 * Ends a living session once. If the cause is `time`, the end is recorded only if the times in the stream say
 * that the session may be over (rule:sessions-end).
 */
function end({ by }: EndSession, state: AccessState, at: string): readonly AccessEvent[] {
  const lives = state.began !== null && !state.hasEnded;
  return lives && (by !== 'time' || mayBeOver(state, at)) ? [{ type: 'SessionEnded', open: { by } }] : [];
}

/**
 * Records a reading (rule:readings-are-recorded). Readings of a single NDA are recorded once an hour for each
 * kind of view. Each page of a list or a search is recorded if it shows an NDA. Without a living session the
 * reading is refused, so that nothing is shown.
 */
function reading(command: RecordReading, state: AccessState, at: string): readonly AccessEvent[] {
  if (!isLiveSession(state, at)) throw new RuleBroken('unauthenticated');
  const { role, what, ndaIds } = command;
  const isKnown = !PAGES.includes(what) && state.hour === hourOf(at) && state.read.includes(nameOf(command));
  return isKnown || ndaIds.length === 0 ? [] : [{ type: 'PersonalDataRead', open: { role, what, ndaIds } }];
}

function evolve(state: AccessState, event: Recorded<AccessEvent>): AccessState {
  return { ...evolveSession(state, event), ...readAfter(state, event) };
}

function readAfter({ hour: before, read }: AccessState, event: Recorded<AccessEvent>) {
  if (event.type !== 'PersonalDataRead') return { hour: before, read };
  const hour = hourOf(event.at);
  const known = hour === before ? read : [];
  return { hour, read: PAGES.includes(event.open.what) ? known : [...known, nameOf(event.open)] };
}

/** The decider of sessions: one stream per session, with its beginning, its readings and its end. */
export const accessDecider: Decider<AccessState, AccessCommand, AccessEvent> = {
  stream: accessStream,
  initial: { ...INITIAL_SESSION_STATE, hour: '', read: [] },
  evolve,
  decide,
};
