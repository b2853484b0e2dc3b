import { session } from '../../lib/storage.js';
import { type Exchange, restored } from './exchanges.js';
import { ASSISTANT_KEY } from './forget-conversation.js';

/** The assistant's state, which the tab stores until the logout (rule:conversation-ends-with-the-session). */
export interface StoredState {
  exchanges: Exchange[];
  /** True if answers are spoken. */
  isSpoken: boolean;
  /** True if the page has already said who receives dictated recordings. */
  isHearingTold: boolean;
}

// The code that stores drafts is not reused, because it would load the whole wizard.
function parsedStorage(): unknown {
  try {
    return JSON.parse(session.get(ASSISTANT_KEY) ?? 'null');
  } catch {
    return null;
  }
}

export function readStoredState(): StoredState {
  const parsed = parsedStorage();
  const member = (name: keyof StoredState): unknown =>
    typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : undefined;
  return {
    exchanges: restored(member('exchanges')),
    isSpoken: member('isSpoken') === true,
    isHearingTold: member('isHearingTold') === true,
  };
}

/** Stores a change. All other values stay. */
export const storeState = (change: Partial<StoredState>): void =>
  session.set(ASSISTANT_KEY, JSON.stringify({ ...readStoredState(), ...change }));
