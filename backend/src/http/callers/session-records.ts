import type { Role } from '@siegel/contracts/enums';
import type { CommandContext } from '../../eventsourcing/journal/event.js';

/** The injection token for `SessionRecords`. */
export const SESSION_RECORDS = Symbol('SessionRecords');

/** The facts about a session that its stream contains. */
export interface RecordedSession {
  readonly began: { readonly role: Role; readonly at: string } | null;
  readonly hasEnded: boolean;
  /** Time of the stream's last event; null if the stream has no event. */
  readonly lastAt: string | null;
  /**
   * False if the stream has events of another version that this version does not know. This version then does
   * not accept the session.
   */
  readonly isUnderstood: boolean;
}

/**
 * Records beginnings and ends of sessions as events (rule:sessions-end). Each call rejects if the event store
 * is unavailable or the clock forbids an answer. `session` is always the session's id.
 */
export interface SessionRecords {
  /** Resolves when the beginning is durable. */
  begin(session: string, role: Role, context: CommandContext): Promise<void>;
  /**
   * Resolves when the session has ended for good. Records nothing if it never began or has already ended.
   * `time` ends the session only if the times in its stream say that it is over; `read` shows whether it
   * ended.
   */
  end(session: string, by: 'logout' | 'login' | 'time' | 'password', context: CommandContext): Promise<void>;
  /** Returns the current state of the session's stream, no matter which backend wrote it. */
  read(session: string): Promise<RecordedSession>;
  isLiving(session: RecordedSession, at: string): boolean;
}
