import type { Role } from '@siegel/contracts/enums';
import type { CommandContext } from '../../eventsourcing/journal/event.js';

/** Injection token of the `SessionRecords`. */
export const SESSION_RECORDS = Symbol('SessionRecords');

/** The facts about a session in its stream. */
export interface RecordedSession {
  readonly began: { readonly role: Role; readonly at: string } | null;
  readonly hasEnded: boolean;
  /** Time of the stream's last event; null if there is none. */
  readonly lastAt: string | null;
  /**
   * False if the stream has events of another version that this one does not know: then it is no session
   * here.
   */
  readonly isUnderstood: boolean;
}

/**
 * Records beginnings and ends of sessions as events (rule:sessions-end). Each call rejects if the event store
 * is away or the clock forbids an answer. `session` is the session's id.
 */
export interface SessionRecords {
  /** Resolves when the beginning is durable. */
  begin(session: string, role: Role, context: CommandContext): Promise<void>;
  /**
   * Resolves when the session has permanently ended. Records nothing if it did not begin or has ended. By
   * `time` it ends only if the times in its stream say so; `read` shows whether it did.
   */
  end(session: string, by: 'logout' | 'login' | 'time' | 'password', context: CommandContext): Promise<void>;
  /** The current state of its stream, whichever backend wrote it. */
  read(session: string): Promise<RecordedSession>;
  isLiving(session: RecordedSession, at: string): boolean;
}
