import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { type AcceptedMails, FATE_MS } from '../mail/accepted-mails.js';
import type { MailSite } from '../mail/mail-site.js';
import { MailFailed, type OutgoingMail } from '../mail/mail-transport.js';
import { messageIdOn } from '../mail/message-id.js';
import { sendOnce, type SendOnceParts } from '../mail/send-once.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { Party2Invited } from '../nda/invitation.events.js';
import { type NdaEvent, ndaStream } from '../nda/nda.events.js';
import type { OwedKind, OwedMail } from '../nda/owed-mails.js';
import {
  attemptBorneOut,
  isRefusedForGood,
  MAIL_REFUSED,
  mailPauseMs,
} from '../nda/rules/delivery-pauses.js';
import { awaitsOrderMail, ORDER_MAIL_WAIT_MS } from '../nda/rules/order-first.js';
import { type Clock, isoNow } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import {
  CauseMissing,
  type JobContext,
  type JobHandler,
  JobLost,
  type JobRequest,
  MISSING_ATTEMPTS,
  TryAgainIn,
} from '../platform/jobs/job.js';
import { choiceIn, uuidIn } from '../platform/jobs/payload.js';
import type { Logger } from '../platform/logging/logger.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import type { LinkTokens } from '../vault/link-tokens.js';
import { KeyMissing } from '../vault/vault.js';
import { type DueMail, type NdaStory, overdueMail, owedMail } from './owed-mail.js';
import { SEND_MAIL_TASK } from './send-mail-request.js';
import { kindsOwedBy } from './send-mails-when-owed.js';
import { writeOwedMail } from './write-owed-mail.js';

export interface SendMailParts extends SendOnceParts {
  readonly accepted: Pick<AcceptedMails, 'begin' | 'undo' | 'note' | 'fate'>;
  readonly commands: Pick<Commands, 'run' | 'state'>;
  readonly links: Pick<LinkTokens, 'make'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly site: MailSite;
  /** Ends the Message-IDs. */
  readonly host: string;
}

/** What a job is about, and its NDA as it is now. */
interface Errand {
  readonly ndaId: string;
  readonly eventId: string;
  readonly kind: OwedKind;
  readonly story: NdaStory;
  /** The one that the payload names; it may owe such a mail. */
  readonly event: Recorded<NdaEvent>;
}

/** What a run works on. */
interface Work extends DueMail {
  readonly ndaId: string;
  readonly story: NdaStory;
}

/** A mail that an event owes, once (rule:each-mail-once). */
export class SendMailJob implements JobHandler {
  readonly task = SEND_MAIL_TASK;
  /** A mail server that keeps quiet holds one for ten minutes. */
  readonly atOnce = 8;

  constructor(private readonly parts: SendMailParts) {}

  async run(payload: JobRequest['payload'], context: JobContext): Promise<void> {
    const errand = await this.read(payload);
    const work = this.owed(errand);
    if (work === undefined) {
      await this.end(errand, context);
      return;
    }
    try {
      await this.send(work, context);
    } catch (error) {
      if (error instanceof JobLost || error instanceof TryAgainIn || isUnavailable(error)) throw error;
      // What became impossible meanwhile (an erasure) is no longer owed; everything else is.
      const then = await this.read(payload);
      if (this.owed(then) === undefined) await this.end(then, context);
      else await this.failed(work, error, context);
    }
  }

  /** @throws CauseMissing: no event of that id in that stream owes such a mail */
  private async read(payload: JobRequest['payload']): Promise<Errand> {
    const ndaId = uuidIn(payload, 'ndaId');
    const eventId = uuidIn(payload, 'eventId');
    const story = await this.parts.commands.state(ndaDecider, ndaId);
    const event = story.events.find(({ id }) => id === eventId);
    if (event === undefined) throw new CauseMissing();
    return { ndaId, eventId, kind: choiceIn(payload, 'kind', kindsOwedBy(event)), story, event };
  }

  private owed(errand: Errand): Work | undefined {
    const { ndaId, story } = errand;
    const due = owedMail(story, errand, isoNow(this.parts.clock));
    return due === undefined ? undefined : { ...due, ndaId, story };
  }

  /** Nothing is to be sent any more: what came of it before is told, so that others know. */
  private async end(errand: Errand, context: JobContext): Promise<void> {
    if (await this.wasAccepted(errand)) return;
    const mail = overdueMail(errand.story, errand, isoNow(this.parts.clock));
    if (mail !== undefined) await this.giveUp({ ...errand, mail }, context);
  }

  /**
   * Whoever has an invitation is told of its end (rule:events-owe-mails), also where it was withdrawn or corrected
   * before it was recorded that a mail server accepted it, or where nobody knows whether one has.
   * @throws TryAgainIn while that may still come to light
   */
  private async wasAccepted({ ndaId, kind, story, event }: Errand): Promise<boolean> {
    const link = kind === 'invitation' ? linkOf(story, event) : undefined;
    if (link === undefined) return false;
    const messageId = this.messageId(ndaId, { kind: 'invitation', party: 2 }, event);
    if (story.state.sentInvitations.includes(messageId)) return false;
    const fate = await this.parts.accepted.fate(messageId);
    if (fate === 'none') return false;
    if (typeof fate === 'object') throw new TryAgainIn(fate.waitMs, new MailFailed('mail_unreachable'));
    const command = { type: 'RecordInvitationSent', ...link, messageId } as const;
    await this.tell({ ndaId, event }, command, 'mail-sent', kind, event.id);
    return true;
  }

  private async giveUp({ mail, ...work }: Work, context: JobContext): Promise<void> {
    const { kind, party, about } = mail;
    const attempt = attemptOf(work.story, mail, context);
    const failure = { kind, party, about, code: MAIL_GIVEN_UP, permanent: true, attempt };
    const command = { type: 'RecordMailFailure', failure } as const;
    await this.tell(work, command, 'mail-failed', work.story.state.revision, about, kind, failure.code);
  }

  private messageId(
    about: string,
    { kind, party: recipient }: Pick<OwedMail, 'kind' | 'party'>,
    { revision: number }: Recorded<NdaEvent>,
  ): string {
    return messageIdOn(this.parts.host, { about, kind, recipient, number });
  }

  /** @throws TryAgainIn while the order has to be confirmed first */
  private async send(work: Work, context: JobContext): Promise<void> {
    if (work.mail.kind === 'invitation' && awaitsOrderMail(work.story.state))
      throw new TryAgainIn(ORDER_MAIL_WAIT_MS);
    const mail = this.written(work);
    await sendOnce(mail, this.parts, context);
    const { kind, about } = work.mail;
    await this.tell(work, sentCommand(work, mail.messageId), 'mail-sent', kind, about);
  }

  /** @throws KeyMissing */
  private written(work: Work): OutgoingMail {
    const { links, site, clock } = this.parts;
    const { ndaId, mail, event } = work;
    const { state } = work.story;
    const { terms, personal } = state;
    if (terms === undefined || personal === undefined) throw new KeyMissing(ndaStream(ndaId));
    const { party, address = state.addresses } = mail;
    const to = party === 1 ? personal.party1Email : state.party2Emails[address - 1];
    if (to === undefined) throw new KeyMissing(ndaStream(ndaId));
    return {
      kind: mail.kind,
      ...writeOwedMail({ state, terms, personal, links, site, now: isoNow(clock) }, work),
      messageId: this.messageId(ndaId, mail, event),
      stream: ndaStream(ndaId),
      to,
      attachments: [],
    };
  }

  private async tell(
    { ndaId, event }: Pick<Work, 'ndaId' | 'event'>,
    command: NdaCommand,
    ...what: (string | number)[]
  ): Promise<void> {
    const context = systemContext(this.parts.clock, derivedId(ndaId, ...what), {
      correlationId: event.correlationId,
      causedBy: event.id,
    });
    await this.parts.commands.run(ndaDecider, ndaId, command, context);
  }

  /** @throws TryAgainIn, or what failed, where it is worth another attempt */
  private async failed(work: Work, error: unknown, context: JobContext): Promise<void> {
    const { ndaId, mail, story } = work;
    const attempt = attemptOf(story, mail, context);
    const { kind, party, about } = mail;
    const code = codeOf(error);
    const isUnknown = error instanceof MailFailed && error.fateUnknown;
    const usualMs = mailPauseMs(code, attempt);
    const leftMs = Date.parse(mail.until) - this.parts.clock.now().getTime();
    const pauseMs = Math.min(isUnknown ? FATE_MS : usualMs, leftMs);
    const lastWord = this.lastWord(work, code, attempt);
    const isOver = lastWord !== undefined;
    this.parts.logger.warn({ ndaId, kind, party, code, attempt, isOver }, 'a mail was not sent');
    const permanent = isOver || code === MAIL_REFUSED;
    const told = pauseMs === usualMs || isOver ? {} : { pauseMs };
    const failure = { kind, party, about, code: lastWord ?? code, permanent, attempt, ...told };
    try {
      const command = { type: 'RecordMailFailure', failure } as const;
      await this.tell(work, command, 'mail-failed', story.state.revision, about, kind, failure.code);
    } catch {
      // The next attempt will tell.
      this.parts.logger.warn({ ndaId, kind, code }, 'the failure of a mail could not be recorded');
    }
    if (isOver) return;
    if (!(error instanceof MailFailed)) throw error;
    const waitMs = isUnknown ? FATE_MS : mailPauseMs(code, context.attempt);
    throw new TryAgainIn(Math.min(waitMs, leftMs), error);
  }

  /** Undefined while another attempt is worth it (rule:retried-while-owed). */
  private lastWord(
    { mail, story }: Work,
    code: string,
    attempt: number,
  ): 'input_missing' | typeof MAIL_GIVEN_UP | undefined {
    if (code === KEY_MISSING && attempt >= MISSING_ATTEMPTS) return 'input_missing';
    const first = story.events.find(
      ({ type, open }) =>
        type === 'MailFailed' &&
        open.kind === mail.kind &&
        open.about === mail.about &&
        open.code === MAIL_REFUSED,
    );
    const isBelieved = first !== undefined && isRefusedForGood(first.at, isoNow(this.parts.clock));
    return code === MAIL_REFUSED && isBelieved ? MAIL_GIVEN_UP : undefined;
  }
}

/** Of this mail, as far as its failures are on record. */
function attemptOf({ events }: NdaStory, { kind, about }: OwedMail, { attempt }: JobContext): number {
  const told = events.flatMap(({ type, open }) =>
    type === 'MailFailed' && open.kind === kind && open.about === about ? [open.attempt] : [],
  );
  return attemptBorneOut(attempt, Math.max(0, ...told));
}

const KEY_MISSING = 'key_missing';
const MAIL_GIVEN_UP = 'mail_given_up';

/** Stable and free of personal data. */
function codeOf(error: unknown): string {
  if (error instanceof MailFailed) return error.code;
  return error instanceof KeyMissing ? KEY_MISSING : 'unexpected';
}

function sentCommand({ mail, event }: Work, messageId: string): NdaCommand {
  const { kind, party, about, invitation = 1, address } = mail;
  if (kind !== 'invitation') {
    const to = address === undefined ? {} : { address };
    return { type: 'RecordNoticeSent', notice: kind, party, about, messageId, ...to };
  }
  const tokenHash = tokenHashOf(event);
  return {
    type: 'RecordInvitationSent',
    invitation,
    messageId,
    ...(tokenHash === null ? {} : { tokenHash }),
  };
}

const tokenHashOf = (event: Recorded<NdaEvent>): string | null =>
  event.type === 'Party2Invited' || event.type === 'Party2AddressCorrected' ? event.open.tokenHash : null;

/** Which link an event had mailed, and of which invitation; undefined where none. */
function linkOf(
  { events }: NdaStory,
  event: Recorded<NdaEvent>,
): { readonly invitation: number; readonly tokenHash: string } | undefined {
  const tokenHash = tokenHashOf(event);
  const invited = events.findLast((one) => one.type === 'Party2Invited' && one.revision <= event.revision) as
    | Recorded<Party2Invited>
    | undefined;
  if (tokenHash === null || invited === undefined) return undefined;
  return { invitation: invited.open.invitation, tokenHash };
}
