import type { MailKind, Party } from '@siegel/contracts/enums';

// What the state of an NDA holds of the fates of its mails (rule:every-mail-has-a-fate). Times are ISO 8601 UTC.

/** The newest failure or bounce of a kind of mail to a party, until something makes it good. */
export interface MailProblem {
  readonly kind: MailKind;
  readonly party: Party;
  readonly code: string;
  readonly permanent: boolean;
  readonly at: string;
  /** Id of the event that the mail is owed for; absent of a bounce, which comes when it is owed no more. */
  readonly about?: string;
}

export interface MailStanding {
  readonly problems: readonly MailProblem[];
  /** Message ids that were accepted for the present address of a party. */
  readonly accepted: readonly { readonly messageId: string; readonly party: Party }[];
  /** Those that went to an earlier one: what is reported of them tells nothing of the present one. */
  readonly outdated: readonly string[];
  /** Those that bounced for good. */
  readonly bounced: readonly string[];
}

export const NO_MAILS: MailStanding = { problems: [], accepted: [], outdated: [], bounced: [] };
