import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { WithdrawalEvent } from './withdrawal.events.js';
import type { WithdrawalState } from './withdrawal.state.js';

/** Code for the provider's final refusal of this message to this address. */
const MAIL_REFUSED = 'mail_refused';

/** Returns the state after one more event. Pure; never throws. */
export function evolveWithdrawal(state: WithdrawalState, event: Recorded<WithdrawalEvent>): WithdrawalState {
  switch (event.type) {
    case 'WithdrawalDeclared':
      return {
        ...state,
        declaredAt: event.at,
        declaredBy: event.id,
        declaration: event.personal,
        receipt: event.open.receipt,
      };
    case 'WithdrawalReceiptSent':
      return { ...state, receiptSentAt: event.at };
    case 'WithdrawalReceiptFailed': {
      const { code } = event.open;
      const refusedAt = code === MAIL_REFUSED ? event.at : null;
      return {
        ...state,
        failures: state.failures + 1,
        lastCode: code,
        firstRefusedAt: state.firstRefusedAt ?? refusedAt,
      };
    }
    case 'WithdrawalClosed':
      return { ...state, closedAt: event.at };
    case 'WithdrawalKeyDestructionDue':
      return { ...state, keyDueAt: event.at };
    case 'WithdrawalKeyDestroyed':
      return { ...state, keyDestroyedAt: event.open.destroyedAt };
  }
}
