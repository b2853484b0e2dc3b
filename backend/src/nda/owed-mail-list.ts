import { NOTICE_DAYS } from '@siegel/contracts/limits';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from './nda.events.js';
import type { OwedKind, OwedMail, OwedMails } from './owed-mails.state.js';
import { daysAfter } from './rules/time.js';

/** Functions that add mails to the list of owed mails or remove them. */

export const isOf =
  (wanted: OwedKind) =>
  ({ kind }: OwedMail): boolean =>
    kind === wanted;

/** True if the service tries to send the mail without being asked. */
export const isTriedByService = ({ waits, givenUp }: Pick<OwedMail, 'waits' | 'givenUp'>): boolean =>
  waits !== true && givenUp !== true;

export const without = (before: OwedMails, isOver: (mail: OwedMail) => boolean): OwedMails => ({
  ...before,
  owed: before.owed.filter((mail) => !isOver(mail)),
});
export const withMail = (before: OwedMails, mail: OwedMail): OwedMails => ({
  ...before,
  owed: [...before.owed, mail],
});
export const withNotice = (
  before: OwedMails,
  { id, at }: Recorded<NdaEvent>,
  mail: Omit<OwedMail, 'about' | 'until'>,
): OwedMails => withMail(before, { ...mail, about: id, until: daysAfter(at, NOTICE_DAYS) });
