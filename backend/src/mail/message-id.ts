import { createHash } from 'node:crypto';
import type { Party } from '@siegel/contracts/enums';

/**
 * Returns a Message-ID in angle brackets. The same parts always give the same id. The id reveals nothing
 * about the parts.
 * @param host from `hostOfSender`; for documents sent before that function existed, the host of PUBLIC_URL
 */
export function messageIdOf(host: string, ...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(parts.join('\u0000')).digest('hex');
  return `<${digest.slice(0, 40)}@${host}>`;
}

/** The facts that identify one mail about an NDA, a withdrawal or this installation. */
export interface MailOccasion {
  /** Id of the NDA or of the withdrawal; a fixed word if the mail is about neither. */
  readonly about: string;
  readonly kind: string;
  /** A party, the operator, or the person who withdrew from a contract. */
  readonly recipient: Party | 'operator' | 'customer';
  /**
   * Revision of the event that made the mail due. It distinguishes several mails of one kind to one
   * recipient.
   */
  readonly number: number;
}

/** Returns the Message-ID of a mail. The same occasion always has the same id (rule:each-mail-once). */
export const messageIdOn = (host: string, { about, kind, recipient, number }: MailOccasion): string =>
  messageIdOf(host, about, kind, recipient, number);

/**
 * Returns the domain of the sender's address. Receivers expect that a Message-ID ends with this domain.
 * @param from MAIL_FROM
 */
export const hostOfSender = (from: string): string => /@([^\s@<>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
