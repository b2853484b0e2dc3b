import { MAIL_FAILURES_MAX } from '@siegel/contracts/limits';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import { RuleBroken } from '../platform/rule-broken.js';
import { isReceiptOwed } from './rules/receipt.js';
import type {
  CloseWithdrawal,
  RecordReceiptFailure,
  RecordReceiptSent,
  RecordWithdrawalKeyDestroyed,
  WithdrawalCommand,
} from './withdrawal.commands.js';
import type { WithdrawalEvent } from './withdrawal.events.js';
import type { WithdrawalState } from './withdrawal.state.js';

type Events = readonly WithdrawalEvent[];

/**
 * What a command makes of a withdrawal as it is (rule:withdrawal). Whatever names its contract is taken: whether that
 * is known is not looked at. Pure.
 * @throws RuleBroken `not_found`
 */
export function decideWithdrawal(command: WithdrawalCommand, state: WithdrawalState): Events {
  if (command.type === 'DeclareWithdrawal')
    return state.declaredAt === null
      ? [{ type: 'WithdrawalDeclared', open: { receipt: command.receipt }, personal: command.declaration }]
      : [];
  if (state.declaredAt === null) throw new RuleBroken('not_found');
  if (command.type === 'RecordReceiptSent') return receiptSent(command, state);
  if (command.type === 'RecordReceiptFailure') return receiptFailed(command, state);
  if (command.type === 'CloseWithdrawal') return close(command, state);
  return keyDestroyed(command, state);
}

const receiptSent = ({ receipt }: RecordReceiptSent, state: WithdrawalState): Events =>
  state.receiptSentAt === null ? [{ type: 'WithdrawalReceiptSent', open: receipt }] : [];

/** The history has an end (rule:streams-are-bounded): of more failures it tells only that nothing is tried any more. */
function receiptFailed({ failure }: RecordReceiptFailure, state: WithdrawalState): Events {
  const hasRoom = state.failures < MAIL_FAILURES_MAX || isGivenUp(failure.code);
  return isReceiptOwed(state) && hasRoom ? [{ type: 'WithdrawalReceiptFailed', open: failure }] : [];
}

/**
 * Once, also after its time; quietly where it is ended already (rule:obligations-are-closed). Then nothing can be
 * sealed any more, and what was noted is dropped.
 * @throws not_found: another event than the one that made it owed
 */
function close({ about, by, note }: CloseWithdrawal, state: WithdrawalState): Events {
  if (about !== state.declaredBy) throw new RuleBroken('not_found');
  if (state.closedAt !== null) return [];
  const open = { about, by };
  return [
    note === undefined || state.keyDestroyedAt !== null
      ? { type: 'WithdrawalClosed', open }
      : { type: 'WithdrawalClosed', open, personal: { note } },
  ];
}

/** That it was due is found out before the key goes (rule:withdrawal-key-goes); this is what came of it. */
function keyDestroyed(command: RecordWithdrawalKeyDestroyed, state: WithdrawalState): Events {
  if (state.keyDestroyedAt !== null) return [];
  const { keyId, destroyedAt, receiptKeyId, receiptSignature } = command;
  return [{ type: 'WithdrawalKeyDestroyed', open: { keyId, destroyedAt, receiptKeyId, receiptSignature } }];
}
