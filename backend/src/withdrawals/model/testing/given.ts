import { type Scenarios, scenarios } from '../../../eventsourcing/journal/testing/given-when-then.js';
import type { WithdrawalCommand } from '../withdrawal.commands.js';
import { withdrawalDecider } from '../withdrawal.decider.js';
import type { WithdrawalEvent } from '../withdrawal.events.js';

export const WITHDRAWAL_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
export const START = '2026-11-02T10:00:00.000Z';

const withdrawalScenarios: Scenarios<WithdrawalCommand, WithdrawalEvent> = scenarios(
  withdrawalDecider,
  WITHDRAWAL_ID,
  START,
);
export const given: Scenarios<WithdrawalCommand, WithdrawalEvent>['given'] = withdrawalScenarios.given;
/** Returns the events as the withdrawal's stream records them. */
export const history: Scenarios<WithdrawalCommand, WithdrawalEvent>['history'] = withdrawalScenarios.history;
