import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { FATE_MS } from '../mail/accepted-mails.js';
import type { MailSite } from '../mail/mail-site.js';
import { MailFailed, type OutgoingMail } from '../mail/mail-transport.js';
import { messageIdOn } from '../mail/message-id.js';
import { sendOnce, type SendOnceParts } from '../mail/send-once.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { isRefusedForGood, MAIL_REFUSED, mailPauseMs } from '../nda/rules/delivery-pauses.js';
import { type Clock, isoNow } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import {
  type JobContext,
  type JobHandler,
  JobLost,
  type JobRequest,
  MISSING_ATTEMPTS,
  TryAgainIn,
} from '../platform/jobs/job.js';
import type { Logger } from '../platform/logging/logger.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import type { LinkTokens } from '../vault/link-tokens.js';
import { KeyMissing } from '../vault/vault.js';
import { type DueMail, type NdaStory, owedMail } from './owed-mail.js';
import { SEND_MAIL_TASK } from './send-mail-request.js';
import { writeOwedMail } from './write-owed-mail.js';

export interface SendMailParts extends SendOnceParts {
  readonly commands: Pick<Commands, 'run' | 'state'>;
  readonly links: Pick<LinkTokens, 'make'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly site: MailSite;
  /** Ends the Message-IDs. */
  readonly host: string;
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
    const work = await this.owed(payload);
    if (work === undefined) return;
    try {
      await this.send(work, context);
    } catch (error) {
      if (error instanceof JobLost || error instanceof TryAgainIn || isUnavailable(error)) throw error;
      // What became impossible meanwhile (an erasure) is no longer owed; everything else is.
      if ((await this.owed(payload)) !== undefined) await this.failed(work, error, context);
    }
  }

  private async owed(payload: JobRequest['payload']): Promise<Work | undefined> {
    const ndaId = String(payload['ndaId']);
    const story = await this.parts.commands.state(ndaDecider, ndaId);
    const errand = { eventId: String(payload['eventId']), kind: String(payload['kind']) };
    const due = owedMail(story, errand, isoNow(this.parts.clock));
    return due === undefined ? undefined : { ...due, ndaId, story };
  }

  private async send(work: Work, context: JobContext): Promise<void> {
    const mail = this.written(work);
    await sendOnce(mail, this.parts, context);
    const { kind, about } = work.mail;
    await this.tell(work, sentCommand(work, mail.messageId), 'mail-sent', kind, about);
  }

  /** @throws KeyMissing */
  private written(work: Work): OutgoingMail {
    const { links, site, host, clock } = this.parts;
    const { ndaId, mail, event } = work;
    const { state } = work.story;
    const { terms, personal } = state;
    if (terms === undefined || personal === undefined) throw new KeyMissing(ndaStream(ndaId));
    const { kind, party: recipient, address = state.addresses } = mail;
    const to = recipient === 1 ? personal.party1Email : state.party2Emails[address - 1];
    if (to === undefined) throw new KeyMissing(ndaStream(ndaId));
    return {
      ...writeOwedMail({ state, terms, personal, links, site, now: isoNow(clock) }, work),
      messageId: messageIdOn(host, { about: ndaId, kind, recipient, number: event.revision }),
      stream: ndaStream(ndaId),
      to,
      attachments: [],
    };
  }

  private async tell(work: Work, command: NdaCommand, ...what: (string | number)[]): Promise<void> {
    const { ndaId, event } = work;
    const context = systemContext(this.parts.clock, derivedId(ndaId, ...what), {
      correlationId: event.correlationId,
      causedBy: event.id,
    });
    await this.parts.commands.run(ndaDecider, ndaId, command, context);
  }

  /** @throws TryAgainIn, or what failed, where it is worth another attempt */
  private async failed(work: Work, error: unknown, { attempt, jobId }: JobContext): Promise<void> {
    const { ndaId, mail } = work;
    const { kind, party, about } = mail;
    const code = codeOf(error);
    const unknown = error instanceof MailFailed && error.fateUnknown ? { pauseMs: FATE_MS } : {};
    const pauseMs = unknown.pauseMs ?? mailPauseMs(code, attempt);
    const lastWord = this.lastWord(work, code, attempt, pauseMs);
    const isOver = lastWord !== undefined;
    this.parts.logger.warn({ ndaId, kind, party, code, attempt, isOver }, 'a mail was not sent');
    const permanent = isOver || code === MAIL_REFUSED;
    const failure = { kind, party, about, code: lastWord ?? code, permanent, attempt, ...unknown };
    try {
      const command = { type: 'RecordMailFailure', failure } as const;
      await this.tell(work, command, 'mail-failed', jobId, about, kind, attempt, failure.code);
    } catch {
      // The next attempt will tell.
      this.parts.logger.warn({ ndaId, kind, code }, 'the failure of a mail could not be recorded');
    }
    if (isOver) return;
    if (!(error instanceof MailFailed)) throw error;
    throw new TryAgainIn(pauseMs, error);
  }

  /** Undefined while another attempt is worth it (rule:retried-while-owed). */
  private lastWord(
    { mail, story }: Work,
    code: string,
    attempt: number,
    pauseMs: number,
  ): 'input_missing' | 'mail_given_up' | undefined {
    if (code === KEY_MISSING && attempt >= MISSING_ATTEMPTS) return 'input_missing';
    const now = this.parts.clock.now();
    if (now.getTime() + pauseMs >= Date.parse(mail.until)) return 'mail_given_up';
    const first = story.events.find(
      ({ type, open }) =>
        type === 'MailFailed' &&
        open.kind === mail.kind &&
        open.about === mail.about &&
        open.code === MAIL_REFUSED,
    );
    const isBelieved = first !== undefined && isRefusedForGood(first.at, now.toISOString());
    return code === MAIL_REFUSED && isBelieved ? 'mail_given_up' : undefined;
  }
}

const KEY_MISSING = 'key_missing';

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
  const tokenHash =
    event.type === 'Party2Invited' || event.type === 'Party2AddressCorrected' ? event.open.tokenHash : null;
  return {
    type: 'RecordInvitationSent',
    invitation,
    messageId,
    ...(tokenHash === null ? {} : { tokenHash }),
  };
}
