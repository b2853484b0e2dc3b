import type { MailKind, Party } from '@siegel/contracts/enums';

// The part of an NDA's state about the mails that the NDA owes (rule:events-owe-mails). Times are ISO 8601
// UTC.

export type OwedKind = Exclude<MailKind, 'document' | 'withdrawal' | 'digest'>;

/** Mails to Party 2 whose failure is reported to Party 1. */
export type ReportedKind = 'invitation' | 'reminder' | 'document';

export interface OwedMail {
  readonly kind: OwedKind;
  readonly party: Party;
  /** Id of the event because of which the mail is owed. */
  readonly about: string;
  /**
   * Number of the address of Party 2 to which the mail goes. Mails to Party 1 always go to the current
   * address.
   */
  readonly address?: number;
  readonly invitation?: number;
  /** Number of the link to continue that the mail contains. */
  readonly link?: number;
  /** Time from which the service makes no further attempt. */
  readonly until: string;
  /** True until a mail server is known to have accepted the invitation. The mail is not owed before that. */
  readonly waits?: boolean;
  /**
   * True if an attempt to send this mail failed and another attempt will follow. Other mails then no longer
   * wait for this mail (rule:order-mail-first).
   */
  readonly tried?: boolean;
  /**
   * True once the service stopped trying to send this order confirmation. The law still requires the
   * confirmation, so a person can ask for another attempt.
   */
  readonly givenUp?: boolean;
  /** The kind of mail that did not arrive. */
  readonly undelivered?: ReportedKind;
}

export interface AcceptedFor {
  readonly invitation: number;
  readonly address: number;
}

export interface OwedMails {
  readonly owed: readonly OwedMail[];
  /**
   * Invitations that a mail server accepted, each with the number of the address to which the invitation
   * went.
   */
  readonly accepted: readonly AcceptedFor[];
  /** Kinds of mail whose failure at Party 2's current address was reported to Party 1. */
  readonly told: readonly ReportedKind[];
}

export const OWES_NOTHING: OwedMails = { owed: [], accepted: [], told: [] };
