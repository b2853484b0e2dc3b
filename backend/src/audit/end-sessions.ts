import { SESSION_IDLE_MS, SESSION_LIFE_MS } from '@siegel/contracts/limits';
import { accessStream, type SessionEnd } from './model/access.events.js';
import { systemContext } from '../bus/system-context.js';
import type { RecordedSession, SessionRecords } from '../http/callers/session-records.js';
import type { SessionRow, SessionRows } from '../http/callers/session-rows.js';
import type { Sessions } from '../http/callers/sessions.js';
import type { Clock } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { Tampering } from '../platform/tampering/tampering.js';

const EVERY_MS = 5 * 60_000;
const PAGE = 100;

export interface EndSessionsParts {
  readonly rows: Pick<SessionRows, 'page' | 'delete'>;
  readonly records: Pick<SessionRecords, 'read' | 'end'>;
  readonly sessions: Pick<Sessions, 'openedBy'>;
  /**
   * Resolves to true if all live backends have the same passwords. While a password is being changed, some
   * backends open sessions with the old password and some with the new password. Each backend announces its
   * passwords before it opens any session, so this function must be called after the session was read.
   */
  readonly passwordsAgree: () => Promise<boolean>;
  /** True if the operator ended the stream, so that nothing can be recorded in it any more. */
  readonly isEnded: (stream: string) => boolean;
  readonly tampering: Tampering;
  readonly clock: Clock;
}

/**
 * Ends sessions that nobody logs out of (rule:sessions-end): expired sessions, and sessions that were opened
 * with a password that has changed since. Sessions are found by their rows, but their streams decide what is
 * recorded. The row of an ended session is deleted.
 */
export const endSessions = (parts: EndSessionsParts): Scheduled => {
  /**
   * Start of the last round that checked every row. That round deleted the rows of all sessions that had
   * ended before it started.
   */
  let cleanSince = Number.NEGATIVE_INFINITY;
  return {
    name: 'end-sessions',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const began = parts.clock.now().getTime();
      if (await new Round(parts, cleanSince).run(signal)) cleanSince = began;
    },
  };
};

class Round {
  constructor(
    private readonly parts: EndSessionsParts,
    private readonly cleanSince: number,
  ) {}

  /**
   * Returns false if the signal aborted the round before its last row.
   * @throws the first error of a row, after all other rows are done
   */
  async run(signal: AbortSignal): Promise<boolean> {
    let failed: { readonly error: unknown } | undefined;
    let page = await this.parts.rows.page('', PAGE);
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      for (const row of page) {
        if (signal.aborted) return false;
        await this.endIfOver(row).catch((error: unknown) => {
          failed ??= { error };
        });
      }
      page = await this.parts.rows.page(last.id, PAGE);
    }
    if (failed !== undefined) throw failed.error;
    return true;
  }

  private async endIfOver(row: SessionRow): Promise<void> {
    const { records, rows } = this.parts;
    const recorded = await records.read(row.id);
    if (recorded.isClosed) {
      // Nobody accepts the session. The row stays until the stream is repaired, and then its end is recorded.
      if (this.parts.isEnded(accessStream(row.id))) await rows.delete(row.id);
      return;
    }
    if (!recorded.isUnderstood) return;
    if (recorded.began === null) {
      // The session has no stream. Either a login is in progress or was not completed, or the session is from
      // the previous version.
      if (this.isPast(row)) await rows.delete(row.id);
      return;
    }
    if (recorded.hasEnded) this.tellIfPutBack(row, recorded);
    else if (!(await this.ended(row, recorded.began.at))) return;
    await rows.delete(row.id);
  }

  /** Ends the session if its time is over or its password changed. Returns true if it has ended. */
  private async ended(row: SessionRow, beganAt: string): Promise<boolean> {
    const by = await this.endOf(row, beganAt);
    if (by === undefined) return false;
    const { records, clock } = this.parts;
    await records.end(row.id, by, systemContext(clock, newId()));
    return (await records.read(row.id)).hasEnded;
  }

  private async endOf(row: SessionRow, beganAt: string): Promise<SessionEnd | undefined> {
    const opened = this.parts.sessions.openedBy(row);
    if (opened === 'changed-row')
      this.parts.tampering.found('session', { session: row.id, found: 'changed row' });
    if (opened === 'other-password' && (await this.parts.passwordsAgree())) return 'password';
    return this.isPast({ createdAt: new Date(beganAt), lastSeenAt: row.lastSeenAt }) ? 'time' : undefined;
  }

  private isPast({ createdAt, lastSeenAt }: Pick<SessionRow, 'createdAt' | 'lastSeenAt'>): boolean {
    const now = this.parts.clock.now().getTime();
    return now - createdAt.getTime() > SESSION_LIFE_MS || now - lastSeenAt.getTime() > SESSION_IDLE_MS;
  }

  /**
   * Reports a row that somebody put back after the session ended. If the process crashes after the session
   * ended but before the row was deleted, the next round deletes the row. If the row still exists after that
   * round, somebody put it back.
   */
  private tellIfPutBack({ id }: SessionRow, { lastAt }: RecordedSession): void {
    if (lastAt !== null && Date.parse(lastAt) < this.cleanSince - EVERY_MS)
      this.parts.tampering.found('session', { session: id, found: 'row of an ended session' });
  }
}
