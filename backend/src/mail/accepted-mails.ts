import { DAY_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { inBatches } from '../platform/postgres/in-batches.js';

/** Days for which an acceptance is known: far longer than an event store is away. */
const KNOWN_DAYS = 90;
/**
 * Milliseconds for which a message that somebody began to send is not begun again, unless it is known that it
 * was not accepted: so long its answer may take (RFC 5321 section 4.5.3.2.6).
 */
export const FATE_MS = 600_000;

/** `accepted`, `begun` by this call, or for how many milliseconds it is not to be sent. */
export type MailStanding = 'accepted' | 'begun' | { readonly waitMs: number };

/**
 * `unknown`: it was begun, and nobody will tell any more what became of it. `none`: it was never begun, or certainly
 * not accepted. Else for how many milliseconds an answer may still come.
 */
export type MailFate = 'accepted' | 'unknown' | 'none' | { readonly waitMs: number };

/** An SQL condition: this service wrote that the message was accepted, since nobody else can make the proof. */
const isAccepted = (proof: string): string =>
  `(m.accepted_at IS NOT NULL AND m.proof IS NOT DISTINCT FROM ${proof})`;

interface Note {
  readonly accepted: boolean;
  readonly begunBy: string | null;
  readonly proof: string | null;
  /** Milliseconds for which an answer may still come; null where it was never begun. */
  readonly left: number | null;
}

/**
 * Which messages the mail provider has accepted, in the database in which the job lives. The event says so
 * too, but where the event store is away at that moment only this does (rule:each-mail-once). An acceptance counts
 * with its proof alone, a hash under INDEX_KEY, and so does a beginning whose fate is not known: else an event would
 * say that a mail was sent because a row does. A row that has no proof holds a mail back for ten minutes, and one that
 * is taken away costs a second copy.
 */
export class AcceptedMails {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly keyedHash: Pick<KeyedHash, 'of'>,
  ) {}

  /**
   * To be asked before a message is given away; safe to repeat. Whoever is told `begun` ends it by `note` or
   * `undo`; where that never comes (a crash) its fate is unknown for ten minutes, and then it may be begun
   * again.
   * @param attempt a UUID of this attempt alone
   */
  async begin(messageId: string, attempt: string): Promise<MailStanding> {
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
    // Undone in this very moment: at once.
    return { waitMs: Math.max(0, found?.left ?? 0) };
  }

  /** What is known of a message that nobody is going to send now. What no proof tells is not known. */
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

  /** What this attempt began was not accepted. Safe to repeat. */
  async undo(messageId: string, attempt: string): Promise<void> {
    await this.pool.query(
      'DELETE FROM accepted_mails WHERE message_id = $1 AND begun_by = $2 AND accepted_at IS NULL',
      [messageId, attempt],
    );
  }

  /** Safe to repeat. */
  async note(messageId: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO accepted_mails AS m (message_id, accepted_at, proof) VALUES ($1, $2, $3)
       ON CONFLICT (message_id) DO UPDATE
       SET accepted_at = coalesce(m.accepted_at, excluded.accepted_at), proof = excluded.proof`,
      [messageId, this.clock.now(), this.proofOf(messageId)],
    );
  }

  /** @param attempt that began it, where it is not accepted yet */
  private proofOf(messageId: string, attempt?: string): string {
    const noted = attempt === undefined ? messageId : JSON.stringify([messageId, attempt]);
    return this.keyedHash.of('accepted-mail', noted);
  }

  /** Those that the history has told of for long, and those that nobody asks for any more. */
  async forgetOld(signal?: AbortSignal): Promise<void> {
    const forget = (where: string, ...values: readonly unknown[]): Promise<void> =>
      inBatches(this.pool, 'DELETE FROM accepted_mails', { table: 'accepted_mails', where, values }, signal);
    await forget('accepted_at < $1', new Date(this.clock.now().getTime() - KNOWN_DAYS * DAY_MS));
    await forget(`accepted_at IS NULL AND begun_at < clock_timestamp() - interval '1 day'`);
  }
}
