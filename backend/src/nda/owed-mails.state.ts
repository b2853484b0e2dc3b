import type { MailKind, Party } from '@siegel/contracts/enums';

// What the state of an NDA holds of the mails that it owes (rule:events-owe-mails). Times are ISO 8601 UTC.

export type OwedKind = Exclude<MailKind, 'document' | 'withdrawal' | 'digest'>;

/** Mails to Party 2 of which Party 1 is told where they do not arrive. */
export type ReportedKind = 'invitation' | 'reminder' | 'document';

export interface OwedMail {
  readonly kind: OwedKind;
  readonly party: Party;
  /** Id of the event that calls for it. */
  readonly about: string;
  /** Which of Party 2's addresses it goes to; Party 1's is always the present one. */
  readonly address?: number;
  readonly invitation?: number;
  /** Number of the link to continue that it brings. */
  readonly link?: number;
  /** From then on nothing is tried any more. */
  readonly until: string;
  /** Owed only once it is known that a mail server accepted the invitation. */
  readonly waits?: boolean;
  /** It was tried, and is tried again: what comes after it waits no longer (rule:order-mail-first). */
  readonly tried?: boolean;
  /** What did not arrive. */
  readonly undelivered?: ReportedKind;
}

export interface AcceptedFor {
  readonly invitation: number;
  readonly address: number;
}

export interface OwedMails {
  readonly owed: readonly OwedMail[];
  /** Which invitation a mail server accepted for which address. */
  readonly accepted: readonly AcceptedFor[];
  /** Of what Party 1 was told for Party 2's present address. */
  readonly told: readonly ReportedKind[];
}

export const OWES_NOTHING: OwedMails = { owed: [], accepted: [], told: [] };
