import { DAY_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { inBatches } from '../platform/postgres/in-batches.js';

/** Days for which an acceptance is kept: far longer than any outage of an event store. */
const KNOWN_DAYS = 90;
/**
 * Milliseconds for which a begun message may not be begun again, unless it was certainly not accepted: the
 * server's answer may take that long (RFC 5321 section 4.5.3.2.6).
 */
export const FATE_MS = 600_000;

/**
 * `accepted`: the provider has the message; `begun`: this call began it; `waitMs`: milliseconds for which it
 * must not be sent.
 */
export type BeginResult = 'accepted' | 'begun' | { readonly waitMs: number };

/**
 * `unknown`: the message was begun, and its outcome will never be known. `none`: it was never begun, or
 * certainly not accepted. `waitMs`: milliseconds within which an answer may still come.
 */
export type MailFate = 'accepted' | 'unknown' | 'none' | { readonly waitMs: number };

/**
 * Returns an SQL condition: true if this service itself noted the acceptance. Nobody else can compute the
 * proof.
 */
const isAccepted = (proof: string): string =>
  `(m.accepted_at IS NOT NULL AND m.proof IS NOT DISTINCT FROM ${proof})`;

interface Note {
  readonly accepted: boolean;
  readonly begunBy: string | null;
  readonly proof: string | null;
  /** Milliseconds within which an answer may still come; null if the message was never begun. */
  readonly left: number | null;
}

/**
 * Records which messages the mail provider has accepted, in the database that holds the job. The event log
 * has the same facts, but while the event store is away only this table has them (rule:each-mail-once). A row
 * counts only with its proof, a hash under INDEX_KEY, both for an acceptance and for a beginning whose fate
 * is unknown. Otherwise a forged row could produce an event that says that a mail was sent. A row without
 * proof delays a mail for ten minutes; a deleted row costs a second copy.
 */
export class AcceptedMails {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly keyedHash: Pick<KeyedHash, 'of'>,
  ) {}

  /**
   * Call this before a message is handed over; safe to repeat. A caller that gets `begun` must call `note` or
   * `undo` in the end. If it crashes before, the fate is unknown for ten minutes, and then the message may be
   * begun again.
   * @param attempt a UUID that only this attempt uses
   */
  async begin(messageId: string, attempt: string): Promise<BeginResult> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO accepted_mails AS m (message_id, begun_at, begun_by, proof) VALUES ($1, clock_timestamp(), $3, $5)
       ON CONFLICT (message_id) DO UPDATE
       SET begun_at = excluded.begun_at, begun_by = excluded.begun_by, proof = excluded.proof
       WHERE NOT ${isAccepted('$4')}
         AND (m.begun_by = $3
           OR coalesce(m.begun_at, '-infinity') < clock_timestamp() - $2 * interval '1 millisecond')`,
      [messageId, FATE_MS, attempt, this.proofOf(messageId), this.proofOf(messageId, attempt)],
    );
    if (rowCount === 1) return 'begun';
    const found = await this.find(messageId);
    if (found?.accepted === true) return 'accepted';
    // If another attempt undid it just now, the message may be sent at once.
    return { waitMs: Math.max(0, found?.left ?? 0) };
  }

  /**
   * Returns what is known about the fate of a message that no attempt is about to send. A row without proof
   * does not count.
   */
  async fate(messageId: string): Promise<MailFate> {
    const found = await this.find(messageId);
    if (found === undefined) return 'none';
    const { accepted, left, begunBy, proof } = found;
    if (accepted) return 'accepted';
    if (begunBy === null || proof !== this.proofOf(messageId, begunBy)) return 'none';
    return left !== null && left > 0 ? { waitMs: left } : 'unknown';
  }

  private async find(messageId: string): Promise<Note | undefined> {
    const { rows } = await this.pool.query<Note>(
      `SELECT ${isAccepted('$3')} AS accepted, m.begun_by AS "begunBy", m.proof,
         ceil($2 - extract(epoch FROM clock_timestamp() - m.begun_at) * 1000)::float8 AS left
       FROM accepted_mails m WHERE m.message_id = $1`,
      [messageId, FATE_MS, this.proofOf(messageId)],
    );
    return rows[0];
  }

  /** Records that the message which this attempt began was not accepted. Safe to repeat. */
  async undo(messageId: string, attempt: string): Promise<void> {
    await this.pool.query(
      'DELETE FROM accepted_mails WHERE message_id = $1 AND begun_by = $2 AND accepted_at IS NULL',
      [messageId, attempt],
    );
  }

  /** Records that the message was accepted. Safe to repeat. */
  async note(messageId: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO accepted_mails AS m (message_id, accepted_at, proof) VALUES ($1, $2, $3)
       ON CONFLICT (message_id) DO UPDATE
       SET accepted_at = coalesce(m.accepted_at, excluded.accepted_at), proof = excluded.proof`,
      [messageId, this.clock.now(), this.proofOf(messageId)],
    );
  }

  /** @param attempt the attempt that began the message; omitted once the message is accepted */
  private proofOf(messageId: string, attempt?: string): string {
    const noted = attempt === undefined ? messageId : JSON.stringify([messageId, attempt]);
    return this.keyedHash.of('accepted-mail', noted);
  }

  /**
   * Deletes acceptances that the event log has contained for a long time, and beginnings that no attempt asks
   * about any more.
   */
  async forgetOld(signal?: AbortSignal): Promise<void> {
    const forget = (where: string, ...values: readonly unknown[]): Promise<void> =>
      inBatches(this.pool, 'DELETE FROM accepted_mails', { table: 'accepted_mails', where, values }, signal);
    await forget('accepted_at < $1', new Date(this.clock.now().getTime() - KNOWN_DAYS * DAY_MS));
    await forget(`accepted_at IS NULL AND begun_at < clock_timestamp() - interval '1 day'`);
  }
}
