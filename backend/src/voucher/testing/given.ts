import { type Scenarios, scenarios } from '../../eventsourcing/journal/testing/given-when-then.js';
import type { VoucherCommand } from '../voucher.commands.js';
import type { VoucherEvent } from '../voucher.events.js';
import { voucherDecider } from '../voucher.decider.js';

export const VOUCHER_ID = 'e'.repeat(64);
export const START = '2026-11-02T10:00:00.000Z';

const voucherScenarios: Scenarios<VoucherCommand, VoucherEvent> = scenarios(
  voucherDecider,
  VOUCHER_ID,
  START,
);
export const given: Scenarios<VoucherCommand, VoucherEvent>['given'] = voucherScenarios.given;
/** Events as recorded in the voucher's stream. */
export const history: Scenarios<VoucherCommand, VoucherEvent>['history'] = voucherScenarios.history;
