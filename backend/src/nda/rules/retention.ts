import type { NdaState } from '../nda.state.js';
import { isDeliverable } from './document.js';
import { invitationIsOpen } from './invitation.js';

/** Something is still owed to somebody: retention does not erase it (rule:retention-waits). */
export const isSomethingOwed = (state: NdaState, at: string): boolean =>
  isDeliverable(state) || invitationIsOpen(state, at);
