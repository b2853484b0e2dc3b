import { SESSION_IDLE_MS, SESSION_LIFE_MS } from '@siegel/contracts/limits';
import type { SessionEnd } from './model/access.events.js';
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
   * Whether all backends that serve have the same passwords: while they change, either one opens sessions. A backend says
   * what it has before it opens any, so this is asked once a session was seen.
   */
  readonly passwordsAgree: () => Promise<boolean>;
  readonly tampering: Tampering;
  readonly clock: Clock;
}

/**
 * Ends the sessions that nobody ends (rule:sessions-end): those whose time is over, and those that another password
 * opened. Rows lead to them; what is recorded is decided by their streams. The row of a session that ended goes.
 */
export const endSessions = (parts: EndSessionsParts): Scheduled => {
  /** Start of the last round that looked at every row: what ended before it has no row any more. */
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

  /** False where it was ended before it came to the last row. @throws what kept one row, when all others are done */
  async run(signal: AbortSignal): Promise<boolean> {
    let failed: { readonly error: unknown } | undefined;
    let page = await this.parts.rows.page('', PAGE);
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      for (const row of page) {
        if (signal.aborted) return false;
        await this.look(row).catch((error: unknown) => {
          failed ??= { error };
        });
      }
      page = await this.parts.rows.page(last.id, PAGE);
    }
    if (failed !== undefined) throw failed.error;
    return true;
  }

  private async look(row: SessionRow): Promise<void> {
    const { records, rows } = this.parts;
    const recorded = await records.read(row.id);
    if (!recorded.isUnderstood) return;
    if (recorded.began === null) {
      // A login is under way, did not come to its end, or is one of the version before, which has no stream.
      if (this.isPast(row)) await rows.delete(row.id);
      return;
    }
    if (recorded.hasEnded) this.tellIfPutBack(row, recorded);
    else if (!(await this.ended(row, recorded.began.at))) return;
    await rows.delete(row.id);
  }

  /** Whether it has ended now. */
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

  /** A stop between end and row leaves the row, until the next round. One that came after that was put back. */
  private tellIfPutBack({ id }: SessionRow, { lastAt }: RecordedSession): void {
    if (lastAt !== null && Date.parse(lastAt) < this.cleanSince - EVERY_MS)
      this.parts.tampering.found('session', { session: id, found: 'row of an ended session' });
  }
}
