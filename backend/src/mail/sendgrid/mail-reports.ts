/** A report from the mail provider about a message that the provider had accepted. */
export interface MailReport {
  readonly ndaId: string;
  /** SHA-256 of the Message-ID, hexadecimal. */
  readonly messageDigest: string;
  readonly what: 'delivered' | 'bounced';
  /** `delivered`, `bounced`, `blocked`, `dropped` or `spam`. */
  readonly code: string;
  /** True if sending the message to this address again is useless. */
  readonly permanent: boolean;
  /**
   * Explanation by the provider and the mail server. It is personal data. Empty if there is no explanation.
   */
  readonly reason: string;
  /** Time at which the provider saw the delivery or the bounce. */
  readonly at: Date;
}

/** Records reports as events. */
export interface MailReports {
  /**
   * Reads an NDA once, so that all its reports in one call of the webhook can be recorded.
   * @returns a function that records one report. The function ignores a report about a message that the NDA
   * does not know, and throws if the report could not be recorded. It is safe to record the same report
   * again, also concurrently.
   * @throws if the NDA could not be read
   */
  about(ndaId: string): Promise<(report: MailReport) => Promise<void>>;
}
