import type { WriteModel } from '../platform/journal/command-runner.js';
import type { VoucherCommand } from './voucher.commands.js';
import { decideVoucher } from './voucher.decide.js';
import { voucherEvents, voucherStream, type VoucherEvent } from './voucher.events.js';
import { evolveVoucher, initialVoucher, type VoucherState } from './voucher.state.js';

/** What the command runner needs to know of vouchers: one stream each, named by the keyed hash of the code. */
export const voucherModel: WriteModel<VoucherState, VoucherCommand, VoucherEvent> = {
  stream: voucherStream,
  registry: voucherEvents,
  initial: initialVoucher,
  evolve: evolveVoucher,
  decide: decideVoucher,
};
