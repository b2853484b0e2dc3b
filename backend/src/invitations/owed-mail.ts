import type { Recorded } from '../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { isTriedByService } from '../nda/owed-mail-list.js';
import type { OwedMail } from '../nda/owed-mails.state.js';
import { continueLinkIsOpen } from '../nda/rules/creator.js';
import { invitationIsOpen } from '../nda/rules/invitation.js';

/** The state and events of an NDA. */
export interface NdaHistory {
  readonly state: NdaState;
  readonly events: readonly Recorded<NdaEvent>[];
}

/** A mail that is due now, and the event that made it owed. */
export interface DueMail {
  readonly mail: OwedMail;
  readonly event: Recorded<NdaEvent>;
}

/**
 * Returns the mail that an event owes; undefined if it was sent, is not owed yet, or is no longer owed
 * (rule:events-owe-mails). Pure.
 * @param now ISO 8601 UTC
 */
export function owedMail(
  { state, events }: NdaHistory,
  { eventId, kind }: { readonly eventId: string; readonly kind: string },
  now: string,
): DueMail | undefined {
  const mail = state.owedMails.owed.find((one) => one.about === eventId && one.kind === kind);
  const event = events.find(({ id }) => id === eventId);
  if (mail === undefined || event === undefined || mail.waits === true) return undefined;
  if (mail.givenUp !== true && now >= mail.until) return undefined;
  return isInTime(state, event, mail, now) ? { mail, event } : undefined;
}

/**
 * Returns the mail if its time limit (`until`) has passed although the mail was not sent. Returns undefined
 * if the time limit has not passed, or if the mail was sent or is no longer owed for another reason.
 */
export const overdueMail = (
  { state }: NdaHistory,
  { eventId, kind }: { readonly eventId: string; readonly kind: string },
  now: string,
): OwedMail | undefined =>
  state.owedMails.owed.find(
    (mail) => mail.about === eventId && mail.kind === kind && isTriedByService(mail) && now >= mail.until,
  );

/** Returns all mails that are owed now, including those that are sent only if a person asks for them. */
export const owedMailsNow = (story: NdaHistory, now: string): readonly DueMail[] =>
  story.state.owedMails.owed.flatMap(({ about, kind }) => {
    const due = owedMail(story, { eventId: about, kind }, now);
    return due === undefined ? [] : [due];
  });

/**
 * False if the mail is useless because the invitation or the link has expired. There may be no event yet that
 * records the expiry.
 */
function isInTime(state: NdaState, event: Recorded<NdaEvent>, mail: OwedMail, now: string): boolean {
  if (mail.kind === 'invitation' || mail.kind === 'reminder') return invitationIsOpen(state, now);
  if (event.type === 'ContinueLinkRequested') {
    const link = state.continueLinks[event.open.number - 1];
    return link !== undefined && continueLinkIsOpen(link, now);
  }
  return true;
}
