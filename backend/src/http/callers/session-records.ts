import type { Role } from '@siegel/contracts/enums';
import type { CommandContext } from '../../eventsourcing/journal/event.js';

/** The injection token for `SessionRecords`. */
export const SESSION_RECORDS = Symbol('SessionRecords');

/** The state of a session, as its stream shows it. */
export interface RecordedSession {
  readonly began: { readonly role: Role; readonly at: string } | null;
  readonly hasEnded: boolean;
  /** Time of the stream's last event; null if the stream has no event. */
  readonly lastAt: string | null;
  /**
   * False if the stream contains events of another version of the service that this version does not
   * understand. This version then does not accept the session.
   */
  readonly isUnderstood: boolean;
  /** True if an event of the stream does not count. No version accepts the session then. */
  readonly isClosed: boolean;
}

/**
 * Records beginnings and ends of sessions as events (rule:sessions-end). `begin`, `end` and `read` reject if
 * the event store is unavailable. `begin` and `end` also reject if the clocks disagree (`ClocksDisagree`).
 * `session` is always the session's id.
 */
export interface SessionRecords {
  /** Resolves when the beginning is durable. */
  begin(session: string, role: Role, context: CommandContext): Promise<void>;
  /**
   * Resolves when the session has ended permanently. Appends no event if the session never began or has
   * already ended. If `by` is `time`, the session ends only if it has expired according to the times in its
   * stream. After a call with `time`, use `read` to find out whether the session has ended.
   */
  end(session: string, by: 'logout' | 'login' | 'time' | 'password', context: CommandContext): Promise<void>;
  /** Returns the current state of the session's stream, no matter which backend wrote it. */
  read(session: string): Promise<RecordedSession>;
  isLiving(session: RecordedSession, at: string): boolean;
}
