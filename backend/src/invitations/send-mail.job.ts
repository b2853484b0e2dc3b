import type { Party } from '@siegel/contracts/enums';
import type { Commands } from '../bus/commands.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { MailFailed, type OutgoingMail } from '../mail/mail-transport.js';
import { messageIdOn } from '../mail/message-id.js';
import {
  type MailFailure,
  OwedMailJob,
  type OwedMailParts,
  type PendingMail,
  withUnusualPause,
} from '../mail/owed-mail-job.js';
import type { RecordInvitationSent } from '../nda/invitation.commands.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import type { OwedKind, OwedMail } from '../nda/owed-mails.state.js';
import { awaitsOrderMail, ORDER_MAIL_WAIT_MS } from '../nda/rules/order-first.js';
import { isoNow } from '../platform/time/clock.js';
import { CauseMissing, type JobContext, type JobRequest, TryAgainIn } from '../platform/jobs/job.js';
import { choiceIn, uuidIn } from '../platform/jobs/payload.js';
import type { LinkTokens } from '../vault/link-tokens.js';
import { KeyMissing } from '../vault/vault.js';
import { type NdaHistory, overdueMail, owedMail } from './owed-mail.js';
import { SEND_MAIL_TASK } from './send-mail-request.js';
import { kindsOwedBy } from './send-mails-when-owed.js';
import { writeOwedMail } from './write-owed-mail.js';

export interface SendMailParts extends OwedMailParts {
  readonly commands: Pick<Commands, 'run' | 'state'>;
  readonly links: Pick<LinkTokens, 'make'>;
}

/** The mail that a job is about, with the current history of its NDA. */
interface Errand {
  readonly id: string;
  readonly eventId: string;
  readonly kind: OwedKind;
  readonly story: NdaHistory;
  /** The event that the payload names. Events of this type can owe a mail of this kind. */
  readonly event: Recorded<NdaEvent>;
}

/** A mail that has to be sent or given up, with the failed attempts so far. */
interface Work extends Errand, PendingMail {
  readonly event: Recorded<NdaEvent>;
  readonly mail: OwedMail;
}

/** Sends a mail that an event owes, exactly once (rule:each-mail-once). */
export class SendMailJob extends OwedMailJob<Work, SendMailParts> {
  readonly task = SEND_MAIL_TASK;

  protected async due(payload: JobRequest['payload'], context: JobContext): Promise<Work | undefined> {
    const errand = await this.read(payload);
    const now = isoNow(this.parts.clock);
    const mail = owedMail(errand.story, errand, now)?.mail;
    if (mail !== undefined) return workOn(errand, mail);
    await this.end(errand, context);
    return undefined;
  }

  /**
   * Reads the NDA and the event that the payload names.
   * @throws CauseMissing if the stream has no event with this id, or if the event cannot owe this kind of
   * mail
   */
  private async read(payload: JobRequest['payload']): Promise<Errand> {
    const id = uuidIn(payload, 'ndaId');
    const eventId = uuidIn(payload, 'eventId');
    const story = await this.parts.commands.state(ndaDecider, id);
    const event = story.events.find((one) => one.id === eventId);
    if (event === undefined) throw new CauseMissing();
    return { id, eventId, kind: choiceIn(payload, 'kind', kindsOwedBy(event)), story, event };
  }

  /**
   * Handles a mail that must no longer be sent. Records that the mail was accepted earlier, or that it is
   * given up.
   */
  private async end(errand: Errand, context: JobContext): Promise<void> {
    if (await this.wasAccepted(errand)) return;
    const mail = overdueMail(errand.story, errand, isoNow(this.parts.clock));
    if (mail !== undefined) await this.giveUp(workOn(errand, mail), context);
  }

  /**
   * Records that an invitation was sent, if the mail server accepted it or may have accepted it. An example
   * is an invitation that was withdrawn or corrected before its acceptance was recorded. Because of this
   * record, the recipient gets a mail when the invitation ends (rule:events-owe-mails). Returns false if
   * there is nothing to record.
   * @throws TryAgainIn while the mail server's response may still arrive
   */
  private async wasAccepted(errand: Errand): Promise<boolean> {
    const { kind, story, event } = errand;
    const link = kind === 'invitation' ? linkOf(story, event) : undefined;
    if (link === undefined) return false;
    const messageId = this.messageId(errand, 2);
    if (story.state.sentInvitations.includes(messageId)) return false;
    const fate = await this.parts.accepted.fate(messageId);
    if (fate === 'none') return false;
    if (typeof fate === 'object') throw new TryAgainIn(fate.waitMs, new MailFailed('mail_unreachable'));
    await this.tell(
      errand,
      { type: 'RecordInvitationSent', ...link, messageId, fate },
      'mail-sent',
      kind,
      event.id,
    );
    return true;
  }

  private messageId({ id: about, kind, event }: Errand, recipient: Party): string {
    return messageIdOn(this.parts.host, { about, kind, recipient, number: event.revision });
  }

  protected async written(work: Work): Promise<OutgoingMail> {
    const { links, site, clock } = this.parts;
    const { id, mail } = work;
    const { state } = work.story;
    if (mail.kind === 'invitation' && awaitsOrderMail(state)) throw new TryAgainIn(ORDER_MAIL_WAIT_MS);
    const { terms, personal } = state;
    if (terms === undefined || personal === undefined) throw new KeyMissing(ndaStream(id));
    const { party, address = state.addresses } = mail;
    const to = party === 1 ? personal.party1Email : state.party2Emails[address - 1];
    if (to === undefined) throw new KeyMissing(ndaStream(id));
    return {
      kind: mail.kind,
      ...writeOwedMail({ state, terms, personal, links, site, now: isoNow(clock) }, work),
      messageId: this.messageId(work, party),
      stream: ndaStream(id),
      to,
      attachments: [],
    };
  }

  protected async recordSent(work: Work, messageId: string): Promise<void> {
    const { kind, about } = work.mail;
    await this.tell(work, sentCommand(work, messageId), 'mail-sent', kind, about);
  }

  protected async recordFailure(work: Work, failure: MailFailure): Promise<void> {
    const { kind, party, about } = work.mail;
    const command = {
      type: 'RecordMailFailure',
      failure: { kind, party, about, ...withUnusualPause(failure) },
    } as const;
    await this.tell(work, command, 'mail-failed', work.story.state.revision, about, kind, failure.code);
  }

  private async tell(
    errand: Pick<Errand, 'id' | 'event'>,
    command: NdaCommand,
    ...what: (string | number)[]
  ): Promise<void> {
    await this.parts.commands.run(ndaDecider, errand.id, command, this.context(errand, ...what));
  }
}

function workOn(errand: Errand, mail: OwedMail): Work {
  const { kind, party, about, givenUp = false } = mail;
  const until = givenUp ? {} : { until: mail.until };
  const failed = errand.story.events.flatMap(({ type, open, at }) =>
    type === 'MailFailed' && open.kind === kind && open.about === about ? [{ ...open, at }] : [],
  );
  return { ...errand, mail, name: { ndaId: errand.id, kind, party }, failed, ...until };
}

function sentCommand({ mail, event, story }: Work, messageId: string): NdaCommand {
  const { kind, party, about, invitation = 1, address } = mail;
  if (kind !== 'invitation') {
    const to = address === undefined ? {} : { address };
    return { type: 'RecordNoticeSent', notice: kind, party, about, messageId, ...to };
  }
  return {
    type: 'RecordInvitationSent',
    ...linkOf(story, event),
    invitation,
    messageId,
    fate: 'accepted',
  };
}

const tokenHashOf = (event: Recorded<NdaEvent>): string | null =>
  event.type === 'Party2Invited' || event.type === 'Party2AddressCorrected' ? event.open.tokenHash : null;

/**
 * Returns the link that the mail of this event contains, with the number of the invitation and the number of
 * the address. Returns undefined if the event sends no link.
 */
function linkOf(
  { events }: NdaHistory,
  event: Recorded<NdaEvent>,
): Required<Pick<RecordInvitationSent, 'invitation' | 'tokenHash' | 'address'>> | undefined {
  const tokenHash = tokenHashOf(event);
  let invitation: number | undefined;
  let address = 1;
  for (const one of events.filter(({ revision }) => revision <= event.revision)) {
    if (one.type === 'Party2Invited') invitation = one.open.invitation;
    if (one.type === 'Party2AddressCorrected') address = one.open.address;
  }
  return tokenHash === null || invitation === undefined ? undefined : { invitation, tokenHash, address };
}
