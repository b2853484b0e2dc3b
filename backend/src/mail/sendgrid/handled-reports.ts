import { DAY_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/time/clock.js';
import { inBatches } from '../../platform/postgres/in-batches.js';

/** Days for which a handled report is kept. SendGrid repeats an unanswered report for one day. */
const KNOWN_DAYS = 7;

/**
 * Records which reports were handled. A report is recorded here after its event was appended, never before.
 * If the process crashes after the event is appended but before the report is recorded, the report is handled
 * again. The event is then already in the stream, so it is not appended twice (rule:reports-of-mails-once).
 */
export class HandledReports {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns those of the given ids whose reports were already handled. */
  async among(eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (eventIds.length === 0) return new Set();
    const { rows } = await this.pool.query<{ event_id: string }>(
      'SELECT event_id FROM handled_mail_reports WHERE event_id = ANY($1)',
      [eventIds],
    );
    return new Set(rows.map(({ event_id }) => event_id));
  }

  /** Records that these reports were handled. Safe to repeat, and to call from several backends at once. */
  async note(eventIds: readonly string[]): Promise<void> {
    if (eventIds.length === 0) return;
    await this.pool.query(
      // The rows are inserted in the order of their ids, so that two concurrent calls do not deadlock.
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
