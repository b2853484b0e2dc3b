import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { type MailBasis, type MailStanding, mailStandingAfter } from './mail-standing.js';
import type { NdaEvent } from './nda.events.js';
import { type OwedBasis, type OwedMail, type OwedMails, owedMailsAfter } from './owed-mails.js';

/** What became of an NDA's mails, and which are owed: folded together, for the state and for the row. Pure. */
export interface Mails {
  readonly mail: MailStanding;
  readonly owedMails: OwedMails;
}

export function mailsAfter(
  { mail, owedMails }: Mails,
  event: Recorded<NdaEvent>,
  basis: MailBasis & Omit<OwedBasis, 'outdated' | 'bounced'>,
): Mails {
  const { outdated, bounced } = mail;
  const after = owedMailsAfter(owedMails, event, { ...basis, outdated, bounced });
  const standing = mailStandingAfter(mail, event, basis);
  return { mail: withoutSettled(standing, event, owedMails.owed, after.owed), owedMails: after };
}

const isSame = (one: OwedMail, other: OwedMail): boolean =>
  one.kind === other.kind && one.about === other.about;

/** That it failed is nobody's concern once a mail is not owed any more, unless it was given up. */
function withoutSettled(
  standing: MailStanding,
  event: Recorded<NdaEvent>,
  before: readonly OwedMail[],
  after: readonly OwedMail[],
): MailStanding {
  if (before === after || (event.type === 'MailFailed' && isGivenUp(event.open.code))) return standing;
  const settled = before.filter((mail) => !after.some((one) => isSame(one, mail)));
  const problems = standing.problems.filter(
    ({ kind, about }) => !settled.some((mail) => mail.kind === kind && mail.about === about),
  );
  return { ...standing, problems };
}
