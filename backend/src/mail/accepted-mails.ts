import { DAY_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { inBatches } from '../platform/postgres/in-batches.js';

/** Days for which an acceptance is kept. This is far longer than any outage of an event store. */
const KNOWN_DAYS = 90;
/**
 * Milliseconds after the beginning of an attempt during which no other attempt may send the message. The mail
 * server's response may take that long (RFC 5321 section 4.5.3.2.6). Another attempt may begin earlier if the
 * message was certainly not accepted.
 */
export const FATE_MS = 600_000;

/**
 * The result of `begin`.
 * - `accepted`: the provider already has the message
 * - `begun`: the caller's attempt has begun, so the caller may send the message
 * - `waitMs`: another attempt may be in progress, so the message must not be sent for this number of
 * milliseconds
 */
export type BeginResult = 'accepted' | 'begun' | { readonly waitMs: number };

/**
 * The outcome of the attempts to send a message.
 * - `accepted`: the provider has the message
 * - `unknown`: an attempt began, and its outcome will never be known
 * - `none`: no attempt began, or the message was certainly not accepted
 * - `waitMs`: the mail server's response may still arrive within this number of milliseconds
 */
export type MailFate = 'accepted' | 'unknown' | 'none' | { readonly waitMs: number };

/**
 * Returns an SQL condition that is true if this service has recorded the acceptance. The condition checks the
 * proof, which nobody else can compute.
 * @param proof the SQL parameter with the expected proof
 */
const isAccepted = (proof: string): string =>
  `(m.accepted_at IS NOT NULL AND m.proof IS NOT DISTINCT FROM ${proof})`;

interface Note {
  readonly accepted: boolean;
  readonly begunBy: string | null;
  readonly proof: string | null;
  /** Milliseconds within which the mail server's response may still arrive; null if no attempt began. */
  readonly left: number | null;
}

/**
 * Records which messages the mail provider has accepted, in the database that also contains the jobs. The
 * event log records this too, but it is not available during an outage of the event store
 * (rule:each-mail-once).
 *
 * A row needs a proof, which is a hash under INDEX_KEY. Without the proof, it counts neither as an acceptance
 * nor as an attempt with an unknown outcome. Otherwise somebody could forge a row and cause an event that
 * says that a mail was sent. A row without a proof can only delay a mail by ten minutes. If somebody deletes
 * a row, the mail may be sent a second time.
 */
export class AcceptedMails {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly keyedHash: Pick<KeyedHash, 'of'>,
  ) {}

  /**
   * Begins an attempt to send a message. Call this before the message is handed to the mail server. It is
   * safe to call it again for the same attempt. A caller that gets `begun` must call `note` or `undo` after
   * the attempt. If the caller crashes before that, another attempt may begin after ten minutes.
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
    // If another attempt was undone between the two queries, there is no row, so the message may be sent at
    // once.
    return { waitMs: Math.max(0, found?.left ?? 0) };
  }

  /** Returns the fate of a message without beginning an attempt. A row without a valid proof is ignored. */
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

  /** Records that the message of this attempt was not accepted. Safe to repeat. */
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

  /** @param attempt the attempt that began the message; omitted for the proof of an acceptance */
  private proofOf(messageId: string, attempt?: string): string {
    const noted = attempt === undefined ? messageId : JSON.stringify([messageId, attempt]);
    return this.keyedHash.of('accepted-mail', noted);
  }

  /**
   * Deletes acceptances that are older than KNOWN_DAYS, because the event log has contained them for a long
   * time. Also deletes attempts that began more than a day ago and have no recorded acceptance.
   */
  async forgetOld(signal?: AbortSignal): Promise<void> {
    const forget = (where: string, ...values: readonly unknown[]): Promise<void> =>
      inBatches(this.pool, 'DELETE FROM accepted_mails', { table: 'accepted_mails', where, values }, signal);
    await forget('accepted_at < $1', new Date(this.clock.now().getTime() - KNOWN_DAYS * DAY_MS));
    await forget(`accepted_at IS NULL AND begun_at < clock_timestamp() - interval '1 day'`);
  }
}
