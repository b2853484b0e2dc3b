import { DAY_MS } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import { inBatches } from '../platform/postgres/in-batches.js';
import { livingSubject } from '../vault/key-table.js';
import { KeyDestroyed, KeyMissing, type Vault } from '../vault/vault.js';
import type {
  MailAttachment,
  MailHeaders,
  MailPerson,
  MailTransport,
  OutgoingMail,
} from './mail-transport.js';

/**
 * Largest number of mails in the mailbox, and their largest age in days. The mails take some 200 MB at most.
 */
export const KEPT_MAILS = 1_000;
export const KEPT_DAYS = 30;

/** A mail as the mailbox shows it. */
export interface MailboxMessage {
  readonly id: string;
  readonly to: string;
  readonly replyTo?: MailPerson;
  readonly headers?: MailHeaders;
  readonly subject: string;
  /** ISO 8601 UTC. */
  readonly sentAt: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
}

export interface MailboxReader {
  /**
   * Returns the mails, newest first, except those whose key was destroyed.
   * @param limit 100 by default
   */
  list(limit?: number): Promise<MailboxMessage[]>;
  find(id: string): Promise<MailboxMessage | undefined>;
}

interface Row {
  readonly id: string;
  readonly message_key: string;
  readonly subject_stream: string;
  readonly sealed: Buffer;
  readonly sent_at: Date;
}

/** A concurrent erasure waits for this statement, so the erasure's clean-up finds the row. */
const SEND = `
  WITH living AS MATERIALIZED (${livingSubject('$3')}),
       sent AS (INSERT INTO mailbox_messages (id, message_key, subject_stream, sealed, sent_at)
                SELECT $1::uuid, $2, subject, $4::bytea, $5::timestamptz FROM living ON CONFLICT (message_key) DO NOTHING)
  SELECT count(*)::int AS living FROM living`;

const labelOf = (messageId: string): string => `mail:${messageId}`;

/** Encodes attachments as base64 within JSON, so that the whole mail is one sealed text. */
function encode({ to, replyTo, headers, subject, text, html, ...mail }: OutgoingMail): Buffer {
  const attachments = mail.attachments.map((each) => ({ ...each, content: each.content.toString('base64') }));
  return Buffer.from(JSON.stringify({ to, replyTo, headers, subject, text, html, attachments }), 'utf8');
}

function decode(row: Row, plaintext: Uint8Array): MailboxMessage {
  const kept = JSON.parse(Buffer.from(plaintext).toString('utf8')) as Omit<MailboxMessage, 'attachments'> & {
    attachments: { filename: string; contentType: string; content: string }[];
  };
  const attachments = kept.attachments.map((each) => ({
    ...each,
    content: Buffer.from(each.content, 'base64'),
  }));
  return {
    id: row.id,
    to: kept.to,
    ...(kept.replyTo === undefined ? {} : { replyTo: kept.replyTo }),
    ...(kept.headers === undefined ? {} : { headers: kept.headers }),
    subject: kept.subject,
    sentAt: row.sent_at.toISOString(),
    text: kept.text,
    html: kept.html,
    attachments,
  };
}

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
    const sealed = await this.vault.sealBytes(mail.stream, labelOf(mail.messageId), encode(mail));
    const { rows } = await this.pool.query<{ living: number }>(SEND, [
      newId(),
      mail.messageId,
      mail.stream,
      sealed,
      this.clock.now(),
    ]);
    if (rows[0]?.living === 1) return { messageId: mail.messageId };
    throw (await this.vault.isDestroyed(mail.stream))
      ? new KeyDestroyed(mail.stream)
      : new KeyMissing(mail.stream);
  }

  async list(limit = 100): Promise<MailboxMessage[]> {
    const { rows } = await this.pool.query<Row>(
      'SELECT * FROM mailbox_messages ORDER BY sent_at DESC, id DESC LIMIT $1',
      [limit],
    );
    const messages = await Promise.all(rows.map((row) => this.open(row)));
    return messages.filter((message) => message !== undefined);
  }

  async find(id: string): Promise<MailboxMessage | undefined> {
    const { rows } = await this.pool.query<Row>('SELECT * FROM mailbox_messages WHERE id = $1', [id]);
    return rows[0] === undefined ? undefined : this.open(rows[0]);
  }

  /**
   * Runs as part of an erasure. Deletes the stream's mails when its key is destroyed
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

  private async open(row: Row): Promise<MailboxMessage | undefined> {
    const plaintext = await this.vault.openBytes(row.subject_stream, labelOf(row.message_key), row.sealed);
    return plaintext === undefined ? undefined : decode(row, plaintext);
  }
}
