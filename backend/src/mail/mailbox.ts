import { DAY_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import { inBatches } from '../platform/postgres/in-batches.js';
import { livingSubject } from '../vault/key-table.js';
import { KeyDestroyed, KeyMissing, type Vault } from '../vault/vault.js';
import {
  decodeListed,
  decodeWhole,
  encode,
  type ListedMail,
  listedAttachment,
  type MailboxMessage,
} from './kept-mail.js';
import type { MailTransport, OutgoingMail } from './mail-transport.js';

/**
 * Maximum number of mails in the mailbox, and their maximum age in days. The mails take at most about 200 MB.
 */
export const KEPT_MAILS = 1_000;
export const KEPT_DAYS = 30;

export interface MailboxReader {
  /**
   * Returns the mails, newest first, except those whose key was destroyed.
   * @param limit 100 by default
   */
  list(limit?: number): Promise<ListedMail[]>;
  find(id: string): Promise<MailboxMessage | undefined>;
}

interface Row {
  readonly id: string;
  readonly message_key: string;
  readonly subject_stream: string;
  readonly sent_at: Date;
}
interface WholeRow extends Row {
  readonly sealed: Buffer;
}
/** Exactly one of `listed` and `sealed` is null. `listed` is null in rows that earlier versions wrote. */
interface ListRow extends Row {
  readonly listed: Buffer | null;
  readonly sealed: Buffer | null;
}

/** A concurrent erasure waits for this statement, so the erasure's clean-up finds the row. */
const SEND = `
  WITH living AS MATERIALIZED (${livingSubject('$3')}),
       sent AS (INSERT INTO mailbox_messages (id, message_key, subject_stream, sealed, listed, sent_at)
                SELECT $1::uuid, $2, subject, $4::bytea, $5::bytea, $6::timestamptz FROM living ON CONFLICT (message_key) DO NOTHING)
  SELECT count(*)::int AS living FROM living`;

/** Reads `sealed`, the whole mail, only from rows without `listed`. */
const LIST = `
  SELECT id, message_key, subject_stream, sent_at, listed, CASE WHEN listed IS NULL THEN sealed END AS sealed
  FROM mailbox_messages ORDER BY sent_at DESC, id DESC LIMIT $1`;

const labelOf = (messageId: string): string => `mail:${messageId}`;
const listLabelOf = (messageId: string): string => `listed-mail:${messageId}`;

/**
 * The mail transport that is used if no provider is configured. It stores mails in the database and sends
 * none.
 */
export class Mailbox implements MailTransport, MailboxReader {
  readonly once = true;

  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Stores the mail exactly once per Message-ID. @throws KeyDestroyed, KeyMissing */
  async send(mail: OutgoingMail): Promise<{ messageId: string }> {
    const { whole, listed } = encode(mail);
    const { rows } = await this.pool.query<{ living: number }>(SEND, [
      newId(),
      mail.messageId,
      mail.stream,
      await this.vault.sealBytes(mail.stream, labelOf(mail.messageId), whole),
      await this.vault.sealBytes(mail.stream, listLabelOf(mail.messageId), listed),
      this.clock.now(),
    ]);
    if (rows[0]?.living === 1) return { messageId: mail.messageId };
    throw (await this.vault.isDestroyed(mail.stream))
      ? new KeyDestroyed(mail.stream)
      : new KeyMissing(mail.stream);
  }

  async list(limit = 100): Promise<ListedMail[]> {
    const { rows } = await this.pool.query<ListRow>(LIST, [limit]);
    const mails = await Promise.all(rows.map((row) => this.openListed(row)));
    return mails.filter((mail) => mail !== undefined);
  }

  async find(id: string): Promise<MailboxMessage | undefined> {
    const { rows } = await this.pool.query<WholeRow>(
      'SELECT id, message_key, subject_stream, sent_at, sealed FROM mailbox_messages WHERE id = $1',
      [id],
    );
    return rows[0] === undefined ? undefined : this.open(rows[0]);
  }

  /**
   * Deletes all mails of a stream. An erasure calls this after it has destroyed the stream's key
   * (rule:erasure-destroys-the-key). Safe to repeat.
   */
  async deleteAll(stream: string): Promise<void> {
    await this.pool.query('DELETE FROM mailbox_messages WHERE subject_stream = $1', [stream]);
  }

  /**
   * Deletes mails that exceed the limits for number and age, because the mailbox is only for people who try
   * the service out (rule:mailbox-on-this-machine).
   */
  async forgetOld(signal?: AbortSignal): Promise<void> {
    const forget = (where: string, value: unknown): Promise<void> =>
      inBatches(
        this.pool,
        'DELETE FROM mailbox_messages',
        { table: 'mailbox_messages', where, values: [value] },
        signal,
      );
    await forget('sent_at < $1', new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS));
    await forget(
      `sent_at < (SELECT sent_at FROM mailbox_messages ORDER BY sent_at DESC OFFSET $1 LIMIT 1)`,
      KEPT_MAILS - 1,
    );
  }

  private async openListed(row: ListRow): Promise<ListedMail | undefined> {
    const { listed, sealed } = row;
    if (sealed !== null) {
      const mail = await this.open({ ...row, sealed });
      return mail && { ...mail, attachments: mail.attachments.map(listedAttachment) };
    }
    if (listed === null) return undefined;
    const plaintext = await this.vault.openBytes(row.subject_stream, listLabelOf(row.message_key), listed);
    return plaintext && decodeListed(row, plaintext);
  }

  private async open(row: WholeRow): Promise<MailboxMessage | undefined> {
    const plaintext = await this.vault.openBytes(row.subject_stream, labelOf(row.message_key), row.sealed);
    return plaintext && decodeWhole(row, plaintext);
  }
}
