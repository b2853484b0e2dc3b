import type { Pool } from 'pg';
import type { ClaimedRow } from './session-claim.js';

/**
 * The row of a session. The service uses the row to find a session or to refuse it. The service does not
 * trust the role and the start in the row.
 */
export interface SessionRow extends ClaimedRow {
  readonly lastSeenAt: Date;
}

const COLUMNS =
  'id, role, created_at AS "createdAt", last_seen_at AS "lastSeenAt", opened_with AS "openedWith"';

/** The rows of sessions. A session without a row has ended. */
export class SessionRows {
  constructor(private readonly pool: Pool) {}

  async insert({ id, role, createdAt, openedWith }: ClaimedRow): Promise<void> {
    await this.pool.query(
      'INSERT INTO admin_sessions (id, role, created_at, last_seen_at, opened_with) VALUES ($1, $2, $3, $3, $4)',
      [id, role, createdAt, openedWith],
    );
  }

  async find(id: string): Promise<SessionRow | undefined> {
    const { rows } = await this.pool.query<SessionRow>({
      // The query has a name so that it is prepared once, because every call from the admin pages runs it.
      name: 'session-row',
      text: `SELECT ${COLUMNS} FROM admin_sessions WHERE id = $1`,
      values: [id],
    });
    return rows[0];
  }

  /** Returns rows in the order of their ids. */
  async page(after: string, limit: number): Promise<readonly SessionRow[]> {
    const { rows } = await this.pool.query<SessionRow>(
      `SELECT ${COLUMNS} FROM admin_sessions WHERE id > $1 ORDER BY id LIMIT $2`,
      [after, limit],
    );
    return rows;
  }

  async see(id: string, now: Date): Promise<void> {
    await this.pool.query('UPDATE admin_sessions SET last_seen_at = $2 WHERE id = $1', [id, now]);
  }

  async delete(id: string): Promise<void> {
    await this.pool.query('DELETE FROM admin_sessions WHERE id = $1', [id]);
  }
}
