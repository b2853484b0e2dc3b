import type { Decider } from '../../eventsourcing/commands/command-runner.js';
import type { WithdrawalCommand } from './withdrawal.commands.js';
import { decideWithdrawal } from './withdrawal.decide.js';
import { withdrawalStream, type WithdrawalEvent } from './withdrawal.events.js';
import { evolveWithdrawal } from './withdrawal.evolve.js';
import { initialWithdrawal, type WithdrawalState } from './withdrawal.state.js';

/** The decider of withdrawals. Each withdrawal has its own stream. */
export const withdrawalDecider: Decider<WithdrawalState, WithdrawalCommand, WithdrawalEvent> = {
  stream: withdrawalStream,
  initial: initialWithdrawal,
  evolve: evolveWithdrawal,
  decide: decideWithdrawal,
};

/**
 * The decider for erasures. It skips unknown events, because an erasure must succeed even if the stream
 * contains them (rule:unknown-is-not-folded).
 */
export const lenientWithdrawalDecider: typeof withdrawalDecider = {
  ...withdrawalDecider,
  skipsUnknown: true,
};
