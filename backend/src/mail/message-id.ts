import { createHash } from 'node:crypto';
import type { Party } from '@siegel/contracts/enums';

/**
 * In angle brackets; the same parts give the same id, which tells nothing of them.
 * @param host as `hostOfSender` tells it; that of PUBLIC_URL under which documents went out before
 */
export function messageIdOf(host: string, ...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(parts.join('\u0000')).digest('hex');
  return `<${digest.slice(0, 40)}@${host}>`;
}

/** One of the mails about an NDA, a withdrawal, or this installation. */
export interface MailOccasion {
  /** Id of the NDA or of the withdrawal; another fixed word where a mail is about neither. */
  readonly about: string;
  readonly kind: string;
  /** A party, the operator, or whoever withdrew from a contract. */
  readonly recipient: Party | 'operator' | 'customer';
  /** Of the mails of this kind to this recipient: the revision of the event that owes it. */
  readonly number: number;
}

/** The same occasion has the same id, whoever asks and however often (rule:each-mail-once). */
export const messageIdOn = (host: string, { about, kind, recipient, number }: MailOccasion): string =>
  messageIdOf(host, about, kind, recipient, number);

/** The domain that the sender's address has, which a Message-ID is expected to end with. @param from of MAIL_FROM */
export const hostOfSender = (from: string): string => /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
