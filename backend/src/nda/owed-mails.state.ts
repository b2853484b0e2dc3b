import type { MailKind, Party } from '@siegel/contracts/enums';

// The part of an NDA's state about the mails that it owes (rule:events-owe-mails). Times are ISO 8601 UTC.

export type OwedKind = Exclude<MailKind, 'document' | 'withdrawal' | 'digest'>;

/** Mails to Party 2 whose failure is reported to Party 1. */
export type ReportedKind = 'invitation' | 'reminder' | 'document';

export interface OwedMail {
  readonly kind: OwedKind;
  readonly party: Party;
  /** Id of the event that calls for it. */
  readonly about: string;
  /** Number of Party 2's address that it goes to. Mails to Party 1 always go to the present address. */
  readonly address?: number;
  readonly invitation?: number;
  /** Number of the link to continue that it brings. */
  readonly link?: number;
  /** From this time on the service makes no further attempt. */
  readonly until: string;
  /** Not owed before a mail server is known to have accepted the invitation. */
  readonly waits?: boolean;
  /** An attempt failed and another will follow: later mails wait for it no longer (rule:order-mail-first). */
  readonly tried?: boolean;
  /** The kind of mail that did not arrive. */
  readonly undelivered?: ReportedKind;
}

export interface AcceptedFor {
  readonly invitation: number;
  readonly address: number;
}

export interface OwedMails {
  readonly owed: readonly OwedMail[];
  /** Invitations that a mail server accepted, each with the number of the address. */
  readonly accepted: readonly AcceptedFor[];
  /** Kinds of mail whose failure at Party 2's present address was reported to Party 1. */
  readonly told: readonly ReportedKind[];
}

export const OWES_NOTHING: OwedMails = { owed: [], accepted: [], told: [] };
