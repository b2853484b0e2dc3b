/** A mail provider's report about a message that it had accepted before. */
export interface MailReport {
  readonly ndaId: string;
  /** SHA-256 of the Message-ID, hexadecimal. */
  readonly messageDigest: string;
  readonly what: 'delivered' | 'bounced';
  /** `delivered`, `bounced`, `blocked`, `dropped` or `spam`. */
  readonly code: string;
  /** True if sending the message to this address again is useless. */
  readonly permanent: boolean;
  /** The words of provider and mail server, which are personal. Empty if there are none. */
  readonly reason: string;
  /** Time at which the provider saw the delivery or the bounce. */
  readonly at: Date;
}

/** Records reports as events. */
export interface MailReports {
  /**
   * Reads an NDA once, for all its reports in one call.
   * @returns a function that records one report. The function ignores a report about a message that the NDA
   * does not know, and throws if the report could not be recorded. It is safe to repeat, and to run twice at
   * once.
   * @throws if the NDA could not be read
   */
  about(ndaId: string): Promise<(report: MailReport) => Promise<void>>;
}
