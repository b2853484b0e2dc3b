import { DAY_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock.js';

/** Days for which an acceptance is known: far longer than an event store is away. */
const KNOWN_DAYS = 90;

/**
 * Which messages the mail provider has accepted, in the database in which the job lives. The event says so
 * too, but where the event store is away at that moment only this does (rule:each-mail-once).
 */
export class AcceptedMails {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async has(messageId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query('SELECT FROM accepted_mails WHERE message_id = $1', [
      messageId,
    ]);
    return rowCount === 1;
  }

  /** Safe to repeat. */
  async note(messageId: string): Promise<void> {
    await this.pool.query(
      'INSERT INTO accepted_mails (message_id, accepted_at) VALUES ($1, $2) ON CONFLICT (message_id) DO NOTHING',
      [messageId, this.clock.now()],
    );
  }

  /** Those that the history has told of for long. */
  async forgetOld(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KNOWN_DAYS * DAY_MS);
    await this.pool.query('DELETE FROM accepted_mails WHERE accepted_at < $1', [before]);
  }
}
