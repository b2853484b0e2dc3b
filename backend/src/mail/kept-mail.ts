import type { MailAttachment, MailHeaders, MailPerson, OutgoingMail } from './mail-transport.js';

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

/** A mail with its attachments' sizes in bytes instead of their content. */
export interface ListedMail extends Omit<MailboxMessage, 'attachments'> {
  readonly attachments: readonly (Pick<MailAttachment, 'filename' | 'contentType'> & {
    readonly size: number;
  })[];
}

/** The unsealed columns of a mail's row that are part of the shown mail. */
interface KeptRow {
  readonly id: string;
  readonly sent_at: Date;
}

type Kept<Attachment> = Omit<MailboxMessage, 'id' | 'sentAt' | 'attachments'> & {
  readonly attachments: readonly Attachment[];
};
/** Attachments are base64 within JSON, so that the whole mail is one sealed text. */
type KeptAttachment = Omit<MailAttachment, 'content'> & { readonly content: string };
type ListedAttachment = ListedMail['attachments'][number];

const bytesOf = (kept: object): Buffer => Buffer.from(JSON.stringify(kept), 'utf8');

/**
 * Encodes a mail twice, as plain bytes that are not sealed yet: the whole mail, and the mail as the list
 * shows it.
 */
export function encode({ to, replyTo, headers, subject, text, html, attachments }: OutgoingMail) {
  const mail = { to, replyTo, headers, subject, text, html };
  return {
    whole: bytesOf({
      ...mail,
      attachments: attachments.map((each) => ({ ...each, content: each.content.toString('base64') })),
    }),
    listed: bytesOf({ ...mail, attachments: attachments.map(listedAttachment) }),
  };
}

export const listedAttachment = ({ filename, contentType, content }: MailAttachment): ListedAttachment => ({
  filename,
  contentType,
  size: content.length,
});

function decode<Attachment>(row: KeptRow, plaintext: Uint8Array) {
  const kept = JSON.parse(Buffer.from(plaintext).toString('utf8')) as Kept<Attachment>;
  return {
    id: row.id,
    to: kept.to,
    ...(kept.replyTo === undefined ? {} : { replyTo: kept.replyTo }),
    ...(kept.headers === undefined ? {} : { headers: kept.headers }),
    subject: kept.subject,
    sentAt: row.sent_at.toISOString(),
    text: kept.text,
    html: kept.html,
    attachments: kept.attachments,
  };
}

export function decodeWhole(row: KeptRow, plaintext: Uint8Array): MailboxMessage {
  const mail = decode<KeptAttachment>(row, plaintext);
  const attachments = mail.attachments.map((each) => ({
    ...each,
    content: Buffer.from(each.content, 'base64'),
  }));
  return { ...mail, attachments };
}

export const decodeListed = (row: KeptRow, plaintext: Uint8Array): ListedMail =>
  decode<ListedAttachment>(row, plaintext);
