import { type CommandContext, notBefore } from '../eventsourcing/journal/event.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type {
  IssueVoucher,
  NameVoucherRecipient,
  NoteVoucherKeyDue,
  RecordVoucherKeyDestroyed,
  RedeemVoucher,
  ReleaseVoucher,
  VoucherCommand,
} from './voucher.commands.js';
import type { VoucherEvent } from './voucher.events.js';
import { isHeldBy } from './rules/holder.js';
import { isRetentionOver } from './rules/retention.js';
import type { VoucherState } from './voucher.state.js';

type Events = readonly VoucherEvent[];

/**
 * Returns the events that a command appends to a voucher in this state (rule:voucher-goes-to-one). Pure.
 * @throws RuleBroken `voucher_unknown`, or a code that is listed at the function for the command
 */
export function decideVoucher(command: VoucherCommand, state: VoucherState, context: CommandContext): Events {
  if (command.type === 'IssueVoucher') return issue(command, state);
  if (!state.issued) throw new RuleBroken('voucher_unknown');
  if (command.type === 'NameVoucherRecipient') return nameRecipient(command, state);
  if (command.type === 'RedeemVoucher') return redeem(command, state, notBefore(context.at, state.lastAt));
  if (command.type === 'ReleaseVoucher') return release(command, state);
  if (command.type === 'NoteVoucherKeyDue')
    return noteKeyDue(command, state, notBefore(context.at, state.lastAt));
  if (command.type === 'RecordVoucherKeyDestroyed') return recordKeyDestroyed(command, state);
  return state.deletedAt === null ? [{ type: 'VoucherDeleted', open: {} }] : [];
}

/**
 * Issues a voucher. A code is never issued twice, even if its voucher was deleted. If the code is taken, the
 * issuer draws another code.
 * @throws voucher_used
 */
function issue({ category, expiresAt, code, recipientName }: IssueVoucher, state: VoucherState): Events {
  if (state.issued) throw new RuleBroken('voucher_used');
  return [{ type: 'VoucherIssued', open: { category, expiresAt }, personal: { code, recipientName } }];
}

/**
 * @throws voucher_unknown: the voucher was deleted; voucher_expired: its key is destroyed or due for
 * destruction
 */
function nameRecipient({ recipientName }: NameVoucherRecipient, state: VoucherState): Events {
  if (state.deletedAt !== null) throw new RuleBroken('voucher_unknown');
  if (isKeyGoing(state)) throw new RuleBroken('voucher_expired');
  if (recipientName === state.recipientName) return [];
  return [{ type: 'VoucherRecipientNamed', open: {}, personal: { recipientName } }];
}

/**
 * Redeems the voucher for the party. Appends nothing if the party already holds the voucher, even after the
 * expiry or a deletion.
 * @throws voucher_unknown, voucher_used, voucher_expired
 */
function redeem(command: RedeemVoucher, state: VoucherState, at: string): Events {
  if (isHeldBy(state.holder, command)) return [];
  if (state.deletedAt !== null) throw new RuleBroken('voucher_unknown');
  if (state.holder !== undefined) throw new RuleBroken('voucher_used');
  // The code must still be readable when the voucher pays, and it cannot be read without the key.
  if (isKeyGoing(state)) throw new RuleBroken('voucher_expired');
  if (at > state.expiresAt) throw new RuleBroken('voucher_expired');
  const { ndaId, party, tokenHash } = command;
  const link = tokenHash === undefined ? {} : { tokenHash };
  return [{ type: 'VoucherRedeemed', open: { ndaId, party, ...link } }];
}

/** Releases the voucher if the command names its holder. Otherwise appends nothing. */
function release(command: ReleaseVoucher, state: VoucherState): Events {
  if (!isHeldBy(state.holder, command)) return [];
  const { ndaId, party, because } = command;
  return [{ type: 'VoucherReleased', open: { ndaId, party, because } }];
}

/**
 * Appends `VoucherKeyDestructionDue` once the retention time is over (rule:voucher-key-goes). After a
 * deletion it appends nothing, because the deletion itself makes the destruction due.
 */
function noteKeyDue({ days }: NoteVoucherKeyDue, state: VoucherState, at: string): Events {
  const isCalledFor = state.deletedAt !== null || isKeyGoing(state);
  if (isCalledFor || !isRetentionOver(state, at, days)) return [];
  return [{ type: 'VoucherKeyDestructionDue', open: { days } }];
}

/**
 * Records that the key is destroyed. An event that makes the destruction due must have been recorded before
 * (rule:voucher-key-goes).
 * @throws voucher_unknown: no event makes the destruction due
 */
function recordKeyDestroyed(command: RecordVoucherKeyDestroyed, state: VoucherState): Events {
  const { type: _, ...open } = command;
  if (state.keyDestroyedAt !== null) return [];
  if (state.deletedAt === null && state.keyDueAt === null) throw new RuleBroken('voucher_unknown');
  return [{ type: 'VoucherKeyDestroyed', open }];
}

/**
 * True if the key is destroyed or due for destruction. Then no event with a sealed part is appended, because
 * the sealed part could not be read.
 */
const isKeyGoing = ({ keyDueAt, keyDestroyedAt }: VoucherState): boolean =>
  keyDueAt !== null || keyDestroyedAt !== null;
