import type { MailKind, Party } from '@siegel/contracts/enums';

// The part of an NDA's state about the fates of its mails (rule:every-mail-has-a-fate). Times are ISO 8601
// UTC.

/**
 * The newest failure or bounce of one kind of mail to one party. It is kept until a later event resolves it.
 */
export interface MailProblem {
  readonly kind: MailKind;
  readonly party: Party;
  readonly code: string;
  readonly permanent: boolean;
  readonly at: string;
  /**
   * Id of the event because of which the mail is owed; absent for a bounce, because a mail that bounced is no
   * longer owed.
   */
  readonly about?: string;
}

export interface MailFates {
  readonly problems: readonly MailProblem[];
  /** Message ids of mails to a party's current address that the provider accepted. */
  readonly accepted: readonly { readonly messageId: string; readonly party: Party }[];
  /**
   * Message ids of mails that went to an earlier address. Reports about these mails do not concern the
   * current address.
   */
  readonly outdated: readonly string[];
  /** Message ids of mails that bounced permanently. */
  readonly bounced: readonly string[];
}

export const NO_MAILS: MailFates = { problems: [], accepted: [], outdated: [], bounced: [] };
