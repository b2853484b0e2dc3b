/** What a mail provider says of a message after it had accepted it. */
export interface MailReport {
  readonly ndaId: string;
  /** SHA-256 of the Message-ID, hexadecimal. */
  readonly messageDigest: string;
  readonly what: 'delivered' | 'bounced';
  /** `delivered`, `bounced`, `blocked`, `dropped` or `spam`. */
  readonly code: string;
  /** Sending it again to this address leads to nothing. */
  readonly permanent: boolean;
  /** In the words of provider and mail server: personal. Empty where nothing was said. */
  readonly reason: string;
  /** When it was seen. */
  readonly at: Date;
}

/** Where reports become facts. */
export interface MailReports {
  /**
   * Of a message that the NDA does not know nothing is recorded. Safe to repeat and to run twice at once.
   * @throws where it could not be recorded
   */
  report(report: MailReport): Promise<void>;
}
