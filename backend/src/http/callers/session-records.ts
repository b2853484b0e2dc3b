import type { Role } from '@siegel/contracts/enums';
import type { CommandContext } from '../../eventsourcing/journal/event.js';

/** Token of the `SessionRecords`. */
export const SESSION_RECORDS = Symbol('SessionRecords');

/** What the stream of a session says of it. */
export interface RecordedSession {
  readonly began: { readonly role: Role; readonly at: string } | null;
  readonly hasEnded: boolean;
  /** Time of the stream's last event; null where it has none. */
  readonly lastAt: string | null;
  /** False where another version wrote into the stream what this one does not know: then it is no session here. */
  readonly isUnderstood: boolean;
}

/**
 * Beginnings and ends of sessions, as events (rule:sessions-end). Each call rejects where the event store or the clock
 * forbids an answer; `session` is the session's id.
 */
export interface SessionRecords {
  /** Resolves when the beginning is durable. */
  begin(session: string, role: Role, context: CommandContext): Promise<void>;
  /**
   * Resolves when the session has ended for good; nothing is recorded where it did not begin or ended before. By time
   * only what is over by the times in its stream ends: `read` tells.
   */
  end(session: string, by: 'logout' | 'login' | 'time' | 'password', context: CommandContext): Promise<void>;
  /** As its stream has it now, whichever backend wrote it. */
  read(session: string): Promise<RecordedSession>;
  isLiving(session: RecordedSession, at: string): boolean;
}
