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
import { isPastItsTime } from './rules/retention.js';
import type { VoucherState } from './voucher.state.js';

type Events = readonly VoucherEvent[];

/**
 * What a command makes of a voucher as it is (rule:voucher-goes-to-one). Pure.
 * @throws RuleBroken `voucher_unknown`, and the codes of each command
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

/** A code is used once for ever, deleted or not: the issuer draws another. @throws voucher_used */
function issue({ category, expiresAt, code, recipientName }: IssueVoucher, state: VoucherState): Events {
  if (state.issued) throw new RuleBroken('voucher_used');
  return [{ type: 'VoucherIssued', open: { category, expiresAt }, personal: { code, recipientName } }];
}

/** @throws voucher_unknown: deleted; voucher_expired: so long ago that its names are gone */
function nameRecipient({ recipientName }: NameVoucherRecipient, state: VoucherState): Events {
  if (state.deletedAt !== null) throw new RuleBroken('voucher_unknown');
  if (isKeyGoing(state)) throw new RuleBroken('voucher_expired');
  if (recipientName === state.recipientName) return [];
  return [{ type: 'VoucherRecipientNamed', open: {}, personal: { recipientName } }];
}

/**
 * Who holds it already stays the holder, also past its time or after a deletion.
 * @throws voucher_unknown, voucher_used, voucher_expired
 */
function redeem(command: RedeemVoucher, state: VoucherState, at: string): Events {
  if (isHeldBy(state.holder, command)) return [];
  if (state.deletedAt !== null) throw new RuleBroken('voucher_unknown');
  if (state.holder !== undefined) throw new RuleBroken('voucher_used');
  // Its code could not be read when it pays.
  if (isKeyGoing(state)) throw new RuleBroken('voucher_expired');
  if (at > state.expiresAt) throw new RuleBroken('voucher_expired');
  const { ndaId, party, tokenHash } = command;
  const link = tokenHash === undefined ? {} : { tokenHash };
  return [{ type: 'VoucherRedeemed', open: { ndaId, party, ...link } }];
}

/** Only the holder gives it back; for anyone else there is nothing to release. */
function release(command: ReleaseVoucher, state: VoucherState): Events {
  if (!isHeldBy(state.holder, command)) return [];
  const { ndaId, party, because } = command;
  return [{ type: 'VoucherReleased', open: { ndaId, party, because } }];
}

/** Time calls for it, and for nothing before (rule:voucher-key-goes). What was deleted is called for already. */
function noteKeyDue({ days }: NoteVoucherKeyDue, state: VoucherState, at: string): Events {
  const isCalledFor = state.deletedAt !== null || isKeyGoing(state);
  if (isCalledFor || !isPastItsTime(state, at, days)) return [];
  return [{ type: 'VoucherKeyDestructionDue', open: { days } }];
}

/**
 * What called for it stands before (rule:voucher-key-goes).
 * @throws voucher_unknown: nothing did
 */
function recordKeyDestroyed(command: RecordVoucherKeyDestroyed, state: VoucherState): Events {
  const { type: _, ...open } = command;
  if (state.keyDestroyedAt !== null) return [];
  if (state.deletedAt === null && state.keyDueAt === null) throw new RuleBroken('voucher_unknown');
  return [{ type: 'VoucherKeyDestroyed', open }];
}

/** From the event on that calls for it nothing is added that could not be read. */
const isKeyGoing = ({ keyDueAt, keyDestroyedAt }: VoucherState): boolean =>
  keyDueAt !== null || keyDestroyedAt !== null;
