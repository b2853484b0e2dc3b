import type { Commands } from '../bus/commands.js';
import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Reaction, Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { withdrawalMail } from '../mail/kinds/withdrawal.js';
import type { OutgoingMail } from '../mail/mail-transport.js';
import { messageIdOn } from '../mail/message-id.js';
import {
  type MailFailure,
  OwedMailJob,
  type OwedMailParts,
  type PendingMail,
} from '../mail/owed-mail-job.js';
import { isWorthRecording } from '../nda/rules/delivery-pauses.js';
import type { KeyedJob } from '../platform/jobs/enqueue.js';
import { CauseMissing, type JobRequest } from '../platform/jobs/job.js';
import { uuidIn } from '../platform/jobs/payload.js';
import { KeyMissing } from '../vault/vault.js';
import { withdrawalNumber } from './model/rules/number.js';
import { isReceiptOwed } from './model/rules/receipt.js';
import type { WithdrawalCommand } from './model/withdrawal.commands.js';
import { withdrawalDecider } from './model/withdrawal.decider.js';
import {
  WITHDRAWAL_STREAM_PREFIX,
  type WithdrawalEvent,
  withdrawalIdOf,
  withdrawalStream,
} from './model/withdrawal.events.js';
import type { WithdrawalState } from './model/withdrawal.state.js';
import type { OwnOrder } from './tokens.js';

const TASK = 'send-withdrawal-receipt';

const sendReceiptRequest = (withdrawalId: string): KeyedJob => ({
  task: TASK,
  payload: { withdrawalId },
  key: `receipt:${withdrawalId}`,
});

/** Queues the receipt of a declaration (rule:withdrawal-receipt). */
export const sendReceiptWhenWithdrawn: Reaction<WithdrawalEvent> = {
  name: 'send-receipt-when-withdrawn',
  streamPrefix: WITHDRAWAL_STREAM_PREFIX,
  react: (event) =>
    event.type === 'WithdrawalDeclared' && event.open.receipt !== 'withheld'
      ? [sendReceiptRequest(withdrawalIdOf(event.stream))]
      : [],
};

/** Finds owed receipts without a job, so that they are sent even if their job was lost. */
export const owedReceipts = (
  find: (after: string | undefined, limit: number) => Promise<readonly { readonly id: string }[]>,
): Sweep => ({
  name: 'owed-receipts',
  find: inPages(find, ({ id }) => [sendReceiptRequest(id)]),
});

export interface SendReceiptParts extends OwedMailParts {
  readonly commands: Pick<Commands, 'run' | 'state'>;
  readonly isOwnOrder: OwnOrder;
}

/** A withdrawal whose receipt is owed, with the event that declares the withdrawal. */
interface OwedReceipt extends PendingMail {
  readonly id: string;
  readonly event: Recorded<WithdrawalEvent>;
  readonly state: WithdrawalState;
}

/**
 * Sends the receipt of a withdrawal once, while it is owed. The job contains only the withdrawal's id.
 * Content, recipient and records are read from the stream.
 */
export class SendReceiptJob extends OwedMailJob<OwedReceipt, SendReceiptParts> {
  readonly task = TASK;
  override readonly slots = 4;

  protected async due(payload: JobRequest['payload']): Promise<OwedReceipt | undefined> {
    const id = uuidIn(payload, 'withdrawalId');
    const { state, events }: LoadedState<WithdrawalState, WithdrawalEvent> = await this.parts.commands.state(
      withdrawalDecider,
      id,
    );
    const [event] = events;
    if (event?.type !== 'WithdrawalDeclared') throw new CauseMissing();
    const failed = events.flatMap(({ type, open, at }) =>
      type === 'WithdrawalReceiptFailed' ? [{ ...open, at }] : [],
    );
    const name = { kind: 'withdrawal', number: withdrawalNumber(id) };
    return isReceiptOwed(state) ? { id, event, name, failed, state } : undefined;
  }

  protected async written({ id, state, event }: OwedReceipt): Promise<OutgoingMail> {
    const { site, host } = this.parts;
    const { declaration } = state;
    if (declaration === undefined) throw new KeyMissing(withdrawalStream(id));
    const { reference, email, language } = declaration;
    // `receipt` is null if the declaration did not decide the kind of receipt. In that case the order is
    // looked up now to decide the kind.
    const isWhole =
      state.receipt === null ? await this.parts.isOwnOrder(reference, email) : state.receipt === 'whole';
    const said = { language, site, number: withdrawalNumber(id), receivedAt: event.at, reference };
    const occasion = {
      about: id,
      kind: 'withdrawal',
      recipient: 'customer',
      number: event.revision,
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

  protected async recordSent(owed: OwedReceipt, messageId: string): Promise<void> {
    const receipt = { about: owed.event.id, messageId };
    await this.tell(owed, { type: 'RecordReceiptSent', receipt }, 'receipt-sent');
  }

  protected async recordFailure(owed: OwedReceipt, failure: MailFailure): Promise<void> {
    const { code, attempt, pauseMs } = failure;
    const { lastCode, failures } = owed.state;
    if (pauseMs !== null && !isWorthRecording(attempt, code, lastCode ?? undefined)) return;
    const command = { type: 'RecordReceiptFailure', failure: { about: owed.event.id, ...failure } } as const;
    await this.tell(owed, command, 'receipt-failed', failures, attempt, code);
  }

  private async tell(
    owed: OwedReceipt,
    command: WithdrawalCommand,
    ...what: (string | number)[]
  ): Promise<void> {
    const context = this.context(owed, ...what);
    await this.parts.commands.run(withdrawalDecider, owed.id, command, context);
  }
}
