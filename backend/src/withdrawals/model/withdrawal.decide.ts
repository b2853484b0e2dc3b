import { MAIL_FAILURES_MAX } from '@siegel/contracts/limits';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import { type CommandContext, notBefore } from '../../eventsourcing/journal/event.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { isReceiptOwed } from './rules/receipt.js';
import { isRetentionOver } from './rules/retention.js';
import type {
  CloseWithdrawal,
  NoteWithdrawalKeyDue,
  RecordReceiptFailure,
  RecordReceiptSent,
  RecordWithdrawalKeyDestroyed,
  WithdrawalCommand,
} from './withdrawal.commands.js';
import type { WithdrawalEvent } from './withdrawal.events.js';
import type { WithdrawalState } from './withdrawal.state.js';

type Events = readonly WithdrawalEvent[];

/**
 * Returns the events that follow from a command (rule:withdrawal). Any declaration that names its contract is
 * accepted, even if that contract is unknown. Pure.
 * @throws RuleBroken `not_found`
 */
export function decideWithdrawal(
  command: WithdrawalCommand,
  state: WithdrawalState,
  { at }: Pick<CommandContext, 'at'>,
): Events {
  if (command.type === 'DeclareWithdrawal')
    return state.declaredAt === null
      ? [{ type: 'WithdrawalDeclared', open: { receipt: command.receipt }, personal: command.declaration }]
      : [];
  if (state.declaredAt === null) throw new RuleBroken('not_found');
  if (command.type === 'RecordReceiptSent') return receiptSent(command, state);
  if (command.type === 'RecordReceiptFailure') return receiptFailed(command, state);
  if (command.type === 'CloseWithdrawal') return close(command, state);
  if (command.type === 'NoteWithdrawalKeyDue') return keyDue(command, state, notBefore(at, state.declaredAt));
  return keyDestroyed(command, state);
}

const receiptSent = ({ receipt }: RecordReceiptSent, state: WithdrawalState): Events =>
  state.receiptSentAt === null ? [{ type: 'WithdrawalReceiptSent', open: receipt }] : [];

/**
 * The number of recorded failures is limited (rule:streams-are-bounded). Beyond the limit only the final
 * failure is recorded.
 */
function receiptFailed({ failure }: RecordReceiptFailure, state: WithdrawalState): Events {
  const hasRoom = state.failures < MAIL_FAILURES_MAX || isGivenUp(failure.code);
  return isReceiptOwed(state) && hasRoom ? [{ type: 'WithdrawalReceiptFailed', open: failure }] : [];
}

/**
 * Closes the withdrawal, even after its retention. Has no effect if the withdrawal is closed already
 * (rule:obligations-are-closed). After the retention nothing can be sealed any more, so the note is dropped.
 * @throws not_found: `about` is not the event that made the answer owed
 */
function close({ about, by, note }: CloseWithdrawal, state: WithdrawalState): Events {
  if (about !== state.declaredBy) throw new RuleBroken('not_found');
  if (state.closedAt !== null) return [];
  const open = { about, by };
  return [
    note === undefined || state.keyDueAt !== null || state.keyDestroyedAt !== null
      ? { type: 'WithdrawalClosed', open }
      : { type: 'WithdrawalClosed', open, personal: { note } },
  ];
}

/**
 * Makes the destruction due once the retention is over (rule:withdrawal-key-goes). A key that was destroyed
 * before a restore is destroyed again, whatever the restored log says (rule:erasures-survive-a-restore).
 */
function keyDue({ reason, days }: NoteWithdrawalKeyDue, state: WithdrawalState, at: string): Events {
  if (state.keyDueAt !== null || state.keyDestroyedAt !== null) return [];
  if (reason !== 'restored' && !isRetentionOver(state, at, days)) return [];
  return [{ type: 'WithdrawalKeyDestructionDue', open: { reason, days } }];
}

/**
 * Records that the key is destroyed. The event that makes the destruction due must have been recorded before
 * (rule:withdrawal-key-goes).
 * @throws not_found: no event makes the destruction due
 */
function keyDestroyed(command: RecordWithdrawalKeyDestroyed, state: WithdrawalState): Events {
  const { type: _, ...open } = command;
  if (state.keyDestroyedAt !== null) return [];
  if (state.keyDueAt === null) throw new RuleBroken('not_found');
  return [{ type: 'WithdrawalKeyDestroyed', open }];
}
