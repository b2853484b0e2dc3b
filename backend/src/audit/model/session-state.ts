import type { Role } from '@siegel/contracts/enums';
import { SESSION_IDLE_MS, SESSION_LIFE_MS } from '@siegel/contracts/limits';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { AccessEvent } from './access.events.js';

/** Beginning and end of a session, as its stream records them. */
export interface SessionState {
  /** Null before the session began. */
  readonly began: { readonly role: Role; readonly at: string } | null;
  readonly hasEnded: boolean;
  /**
   * Time of the stream's last event; null before the first event. A session that reads personal data gets new
   * events, so it is not idle.
   */
  readonly lastAt: string | null;
}

export const INITIAL_SESSION_STATE: SessionState = { began: null, hasEnded: false, lastAt: null };

export function evolveSession(life: SessionState, event: Recorded<AccessEvent>): SessionState {
  const { began, hasEnded } = life;
  return {
    began: event.type === 'SessionBegan' ? { role: event.open.role, at: event.at } : began,
    hasEnded: hasEnded || event.type === 'SessionEnded',
    lastAt: event.at,
  };
}

const passed = (since: string, at: string): number => Date.parse(at) - Date.parse(since);

/**
 * True if the session exists at that time: it has begun, it has not ended, and it is at most twelve hours old
 * (rule:sessions-end).
 */
export const isLiveSession = ({ began, hasEnded }: SessionState, at: string): boolean =>
  began !== null && !hasEnded && passed(began.at, at) <= SESSION_LIFE_MS;

/** True if the session's time may be over: it is twelve hours old, or nothing was recorded for two hours. */
export const mayBeOver = ({ began, lastAt }: SessionState, at: string): boolean =>
  began !== null &&
  (passed(began.at, at) > SESSION_LIFE_MS || passed(lastAt ?? began.at, at) > SESSION_IDLE_MS);
