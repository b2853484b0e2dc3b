import type { Decider } from '../eventsourcing/commands/command-runner.js';
import type { VoucherCommand } from './voucher.commands.js';
import { decideVoucher } from './voucher.decide.js';
import { voucherStream, type VoucherEvent } from './voucher.events.js';
import { evolveVoucher } from './voucher.evolve.js';
import { initialVoucher, type VoucherState } from './voucher.state.js';

/**
 * What the command runner needs to know of vouchers: one stream each, named by the keyed hash of the code.
 */
export const voucherDecider: Decider<VoucherState, VoucherCommand, VoucherEvent> = {
  stream: voucherStream,
  initial: initialVoucher,
  evolve: evolveVoucher,
  decide: decideVoucher,
};

/** For what an erasure takes, whatever else is in the stream (rule:unknown-is-not-folded). */
export const lenientVoucherDecider: typeof voucherDecider = { ...voucherDecider, passesOverUnknown: true };
