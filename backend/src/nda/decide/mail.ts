import { MAIL_FAILURES_MAX } from '@siegel/contracts/limits';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type {
  RecordMailBounced,
  RecordMailDelivered,
  RecordMailFailure,
  RecordNoticeSent,
} from '../nda.commands.js';
import type { MailFailed } from '../nda.events.js';
import type { NdaState } from '../nda.state.js';
import { isWorthRecording, MAIL_REFUSED } from '../rules/delivery-pauses.js';
import { isDeliverable } from '../rules/document.js';
import { isAwaitingSignature } from '../rules/invitation.js';
import { isAccepted } from '../rules/recipients.js';
import { hasDeclinedReminders } from '../rules/reminder.js';
import type { Decide } from './decide.js';

/** The rules of the commands that record the fate of mails (rule:every-mail-has-a-fate). */

export const recordNoticeSent: Decide<RecordNoticeSent> = (
  { notice, party, about, messageId, address },
  state,
) => {
  if (state.notices.includes(`${notice}:${about}`)) return [];
  const open = { notice, party, about, messageId };
  const isEarlier = address !== undefined && address !== state.addresses;
  return [{ type: 'NoticeSent', open: isEarlier ? { ...open, address } : open }];
};

/**
 * Appends nothing if the mail is not owed any more. Once enough failures are recorded, further failures are
 * not appended, so that an outage does not fill the history (rule:streams-are-bounded). Three kinds of
 * failures are appended even beyond that limit:
 * - the first refusal of a mail, because a refusal counts as final two weeks after the mail's first refusal;
 * - the first failure of an order confirmation;
 * - the failure with which the service gives up.
 */
export const recordMailFailure: Decide<RecordMailFailure> = ({ failure }, state) => {
  if (!isOwed(state, failure)) return [];
  const { kind, party, about, code, attempt } = failure;
  const recorded = state.mailFailures.find((one) => one.kind === kind && one.party === party);
  const lastCode = recorded?.about === about ? recorded.code : undefined;
  if (isGivenUp(code)) return lastCode === code ? [] : [{ type: 'MailFailed', open: failure }];
  const isFirstRefusal = code === MAIL_REFUSED && recorded?.refused.includes(about) !== true;
  const hasRoom = (recorded?.count ?? 0) < MAIL_FAILURES_MAX;
  const isNews =
    isFirstRefusal ||
    isFirstOfOrder(state, failure) ||
    (hasRoom && isWorthRecording(attempt, code, lastCode));
  return isNews ? [{ type: 'MailFailed', open: failure }] : [];
};

/**
 * Other mails wait for an order confirmation (rule:order-mail-first), so its first failure is always
 * recorded.
 */
const isFirstOfOrder = ({ owedMails }: NdaState, { kind, about }: MailFailed['open']): boolean =>
  kind === 'order' &&
  owedMails.owed.some((mail) => mail.kind === kind && mail.about === about && mail.tried !== true);

function isOwed(state: NdaState, { kind, party, about }: MailFailed['open']): boolean {
  if (kind === 'document') return isDeliverable(state) && !isAccepted(state, party);
  if (kind === 'invitation') return isAwaitingSignature(state) && state.invitation?.sentAt === null;
  if (state.notices.includes(`${kind}:${about}`)) return false;
  return kind !== 'reminder' || (isAwaitingSignature(state) && !hasDeclinedReminders(state));
}

export const recordMailDelivered: Decide<RecordMailDelivered> = ({ kind, party, messageId }, state) =>
  state.mailReports.includes(`${messageId}:delivered`)
    ? []
    : [{ type: 'MailDelivered', open: { kind, party, messageId } }];

/**
 * The provider's free text is personal. After an erasure the text is dropped, because nothing can be sealed
 * any more.
 */
export const recordMailBounced: Decide<RecordMailBounced> = (
  { kind, party, messageId, code, permanent, reason },
  state,
) => {
  if (state.mailReports.includes(`${messageId}:bounced`)) return [];
  const open = { kind, party, messageId, code, permanent };
  return [
    state.erasedAt === null
      ? { type: 'MailBounced', open, personal: { reason } }
      : { type: 'MailBounced', open },
  ];
};
