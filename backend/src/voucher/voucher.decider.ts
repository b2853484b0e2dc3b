import type { Decider } from '../eventsourcing/commands/command-runner.js';
import type { VoucherCommand } from './voucher.commands.js';
import { decideVoucher } from './voucher.decide.js';
import { voucherStream, type VoucherEvent } from './voucher.events.js';
import { evolveVoucher } from './voucher.evolve.js';
import { initialVoucher, type VoucherState } from './voucher.state.js';

/**
 * The decider of vouchers for the command runner: one stream per voucher, named by the keyed hash of the
 * code.
 */
export const voucherDecider: Decider<VoucherState, VoucherCommand, VoucherEvent> = {
  stream: voucherStream,
  initial: initialVoucher,
  evolve: evolveVoucher,
  decide: decideVoucher,
};

/**
 * The decider for commands that finish an erasure. It skips unknown events, because an erasure must succeed
 * even if the stream contains them (rule:unknown-is-not-folded).
 */
export const lenientVoucherDecider: typeof voucherDecider = { ...voucherDecider, skipsUnknown: true };
