import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { mailFatesAfter } from './mail-fates.js';
import type { MailFates } from './mail-fates.state.js';
import type { NdaEvent } from './nda.events.js';
import type { NdaState } from './nda.state.js';
import { owedMailsAfter } from './owed-mails.js';
import type { OwedMail } from './owed-mails.state.js';

/**
 * Returns the fates of an NDA's mails and the mails that are owed, after one more event. Pure.
 * @param state the state before the event
 */
export function mailsAfter(state: NdaState, event: Recorded<NdaEvent>): Pick<NdaState, 'mail' | 'owedMails'> {
  const { owed } = state.owedMails;
  const owedMails = owedMailsAfter(state, event);
  const fates = mailFatesAfter(state, event);
  return { mail: withoutSettled(fates, event, owed, owedMails.owed), owedMails };
}

const isSame = (one: OwedMail, other: OwedMail): boolean =>
  one.kind === other.kind && one.about === other.about;

/**
 * Removes the problems of mails that are no longer owed. If the service gave a mail up, the problem of that
 * mail stays.
 */
function withoutSettled(
  fates: MailFates,
  event: Recorded<NdaEvent>,
  before: readonly OwedMail[],
  after: readonly OwedMail[],
): MailFates {
  if (before === after || (event.type === 'MailFailed' && isGivenUp(event.open.code))) return fates;
  const settled = before.filter((mail) => !after.some((one) => isSame(one, mail)));
  const problems = fates.problems.filter(
    ({ kind, about }) => !settled.some((mail) => mail.kind === kind && mail.about === about),
  );
  return { ...fates, problems };
}
