import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Reaction, Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { FATE_MS } from '../mail/accepted-mails.js';
import { withdrawalMail } from '../mail/kinds/withdrawal.js';
import type { MailSite } from '../mail/mail-site.js';
import { MailFailed, type OutgoingMail } from '../mail/mail-transport.js';
import { messageIdOn } from '../mail/message-id.js';
import { sendOnce, type SendOnceParts } from '../mail/send-once.js';
import {
  attemptBorneOut,
  isRefusedForGood,
  isWorthRecording,
  MAIL_REFUSED,
  mailPauseMs,
} from '../nda/rules/delivery-pauses.js';
import { type Clock, isoNow } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import type { KeyedJob } from '../platform/jobs/enqueue.js';
import {
  CauseMissing,
  type JobContext,
  type JobHandler,
  JobLost,
  type JobRequest,
  MISSING_ATTEMPTS,
  TryAgainIn,
} from '../platform/jobs/job.js';
import { uuidIn } from '../platform/jobs/payload.js';
import type { Logger } from '../platform/logging/logger.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import { KeyMissing } from '../vault/vault.js';
import { withdrawalNumber } from '../withdrawal/rules/number.js';
import { isReceiptOwed } from '../withdrawal/rules/receipt.js';
import type { WithdrawalCommand } from '../withdrawal/withdrawal.commands.js';
import { withdrawalDecider } from '../withdrawal/withdrawal.decider.js';
import {
  WITHDRAWAL_STREAM_PREFIX,
  type WithdrawalEvent,
  withdrawalIdOf,
  withdrawalStream,
} from '../withdrawal/withdrawal.events.js';
import type { WithdrawalState } from '../withdrawal/withdrawal.state.js';
import type { OwnOrder } from './tokens.js';

const TASK = 'send-withdrawal-receipt';

const sendReceiptRequest = (withdrawalId: string): KeyedJob => ({
  task: TASK,
  payload: { withdrawalId },
  key: `receipt:${withdrawalId}`,
});

/** (rule:withdrawal-receipt) */
export const sendReceiptWhenWithdrawn: Reaction<WithdrawalEvent> = {
  name: 'send-receipt-when-withdrawn',
  streamPrefix: WITHDRAWAL_STREAM_PREFIX,
  react: (event) =>
    event.type === 'WithdrawalDeclared' && event.open.receipt !== 'withheld'
      ? [sendReceiptRequest(withdrawalIdOf(event.stream))]
      : [],
};

/** Whatever became of its job, a receipt goes out. */
export const owedReceipts = (
  find: (after: string | undefined, limit: number) => Promise<readonly { readonly id: string }[]>,
): Sweep => ({
  name: 'owed-receipts',
  find: inPages(find, ({ id }) => [sendReceiptRequest(id)]),
});

export interface SendReceiptParts extends SendOnceParts {
  readonly commands: Pick<Commands, 'run' | 'state'>;
  readonly isOwnOrder: OwnOrder;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly site: MailSite;
  /** Ends the Message-IDs. */
  readonly host: string;
}

/** A withdrawal, and the event by which its receipt is owed. */
interface Owing {
  readonly id: string;
  readonly state: WithdrawalState;
  readonly declared: Recorded<WithdrawalEvent>;
  /** The highest number of an attempt that is on record as failed. */
  readonly told: number;
}

const KEY_MISSING = 'key_missing';

/** Stable and free of personal data. */
function codeOf(error: unknown): string {
  if (error instanceof MailFailed) return error.code;
  return error instanceof KeyMissing ? KEY_MISSING : 'unexpected';
}

/**
 * The receipt of a withdrawal, once (rule:each-mail-once), for as long as it is owed. A job says whose it is and nothing
 * else: what goes out, to whom, and what is recorded of it comes from the stream.
 */
export class SendReceiptJob implements JobHandler {
  readonly task = TASK;
  /** A mail server that keeps quiet holds one for ten minutes. */
  readonly atOnce = 4;

  constructor(private readonly parts: SendReceiptParts) {}

  async run(payload: JobRequest['payload'], context: JobContext): Promise<void> {
    const id = uuidIn(payload, 'withdrawalId');
    const owing = await this.owing(id);
    if (owing === undefined) return;
    try {
      const mail = await this.written(owing);
      await sendOnce(mail, this.parts, context);
      const receipt = { about: owing.declared.id, messageId: mail.messageId };
      await this.tell(owing, { type: 'RecordReceiptSent', receipt }, 'receipt-sent');
    } catch (error) {
      if (error instanceof JobLost || error instanceof TryAgainIn || isUnavailable(error)) throw error;
      // What became impossible meanwhile (its time is over) is no longer owed; everything else is.
      const then = await this.owing(id);
      if (then !== undefined) await this.failed(then, error, context);
    }
  }

  /** @throws CauseMissing */
  private async owing(id: string): Promise<Owing | undefined> {
    const { state, events }: LoadedState<WithdrawalState, WithdrawalEvent> = await this.parts.commands.state(
      withdrawalDecider,
      id,
    );
    const [declared] = events;
    if (declared?.type !== 'WithdrawalDeclared') throw new CauseMissing();
    const failed = events.flatMap(({ type, open }) =>
      type === 'WithdrawalReceiptFailed' ? [open.attempt] : [],
    );
    return isReceiptOwed(state) ? { id, state, declared, told: Math.max(0, ...failed) } : undefined;
  }

  /** @throws KeyMissing */
  private async written({ id, state, declared }: Owing): Promise<OutgoingMail> {
    const { site, host } = this.parts;
    const { declaration } = state;
    if (declaration === undefined) throw new KeyMissing(withdrawalStream(id));
    const { reference, email, language } = declaration;
    // What was declared before this was decided: its order is looked for now.
    const isWhole =
      state.receipt === null ? await this.parts.isOwnOrder(reference, email) : state.receipt === 'whole';
    const said = { language, site, number: withdrawalNumber(id), receivedAt: declared.at, reference };
    const occasion = {
      about: id,
      kind: 'withdrawal',
      recipient: 'customer',
      number: declared.revision,
    } as const;
    return {
      kind: 'withdrawal',
      ...withdrawalMail({ ...said, written: isWhole ? declaration : null }),
      messageId: messageIdOn(host, occasion),
      stream: withdrawalStream(id),
      to: email,
      attachments: [],
    };
  }

  private async tell(
    { id, declared }: Owing,
    command: WithdrawalCommand,
    ...what: (string | number)[]
  ): Promise<void> {
    const context = systemContext(this.parts.clock, derivedId(id, ...what), {
      correlationId: declared.correlationId,
      causedBy: declared.id,
    });
    await this.parts.commands.run(withdrawalDecider, id, command, context);
  }

  /** @throws TryAgainIn, or what failed, where it is worth another attempt */
  private async failed(owing: Owing, error: unknown, context: JobContext): Promise<void> {
    const attempt = attemptBorneOut(context.attempt, owing.told);
    const code = codeOf(error);
    const isUnknown = error instanceof MailFailed && error.fateUnknown;
    const pauseMs = isUnknown ? FATE_MS : mailPauseMs(code, attempt);
    const told = this.lastWord(owing.state, code, attempt) ?? code;
    const isOver = isGivenUp(told);
    const number = withdrawalNumber(owing.id);
    this.parts.logger.warn({ kind: 'withdrawal', number, code, attempt, isOver }, 'a mail was not sent');
    if (isOver || isWorthRecording(attempt, code, owing.state.lastCode ?? undefined))
      await this.record(owing, { code: told, attempt, pauseMs: isOver ? null : pauseMs });
    if (isOver) return;
    if (!(error instanceof MailFailed)) throw error;
    throw new TryAgainIn(isUnknown ? FATE_MS : mailPauseMs(code, context.attempt), error);
  }

  private async record(
    owing: Owing,
    {
      code,
      attempt,
      pauseMs,
    }: { readonly code: string; readonly attempt: number; readonly pauseMs: number | null },
  ): Promise<void> {
    const permanent = pauseMs === null || code === MAIL_REFUSED;
    const failure = { about: owing.declared.id, code, permanent, attempt, pauseMs };
    try {
      const command = { type: 'RecordReceiptFailure', failure } as const;
      await this.tell(owing, command, 'receipt-failed', owing.state.failures, attempt, code);
    } catch {
      // The next attempt will tell.
      this.parts.logger.warn({ kind: 'withdrawal', code }, 'the failure of a mail could not be recorded');
    }
  }

  /** Undefined while another attempt is worth it (rule:retried-while-owed). */
  private lastWord({ firstRefusedAt }: WithdrawalState, code: string, attempt: number): string | undefined {
    if (code === KEY_MISSING && attempt >= MISSING_ATTEMPTS) return 'input_missing';
    const isBelieved = firstRefusedAt !== null && isRefusedForGood(firstRefusedAt, isoNow(this.parts.clock));
    return code === MAIL_REFUSED && isBelieved ? 'mail_given_up' : undefined;
  }
}
