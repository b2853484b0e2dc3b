import { DAY_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/time/clock.js';
import { inBatches } from '../../platform/postgres/in-batches.js';

/** Days for which a report is known: SendGrid repeats what was not answered well for one. */
const KNOWN_DAYS = 7;

/**
 * Which reports are done. Noted after the fact was appended, never before: a crash between the two costs a
 * second look, which finds the fact there, and loses nothing (rule:reports-of-mails-once).
 */
export class HandledReports {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Those of these ids that are done. */
  async among(eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (eventIds.length === 0) return new Set();
    const { rows } = await this.pool.query<{ event_id: string }>(
      'SELECT event_id FROM handled_mail_reports WHERE event_id = ANY($1)',
      [eventIds],
    );
    return new Set(rows.map(({ event_id }) => event_id));
  }

  /** Safe to repeat, and at once from several backends. */
  async note(eventIds: readonly string[]): Promise<void> {
    if (eventIds.length === 0) return;
    await this.pool.query(
      // In one order everywhere, so that two calls at once do not wait for each other in a circle.
      `INSERT INTO handled_mail_reports (event_id, handled_at)
       SELECT DISTINCT id, $2::timestamptz FROM unnest($1::text[]) AS given (id) ORDER BY id
       ON CONFLICT (event_id) DO NOTHING`,
      [eventIds, this.clock.now()],
    );
  }

  async forgetOld(signal?: AbortSignal): Promise<void> {
    const values = [new Date(this.clock.now().getTime() - KNOWN_DAYS * DAY_MS)];
    const rows = { table: 'handled_mail_reports', where: 'handled_at < $1', values };
    await inBatches(this.pool, 'DELETE FROM handled_mail_reports', rows, signal);
  }
}
