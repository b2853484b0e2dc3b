import { session } from '../../lib/storage.js';
import { type Exchange, restored } from './exchanges.js';
import { ASSISTANT_KEY } from './forget-conversation.js';

/** What the tab keeps of the assistant until the logout (rule:conversation-ends-with-the-session). */
export interface Kept {
  exchanges: Exchange[];
  /** Whether answers are spoken. */
  isSpoken: boolean;
  /** Whether it was said who hears what is dictated. */
  isHearingTold: boolean;
}

// What is kept of drafts comes with the whole wizard, which is not wanted here.
function stored(): unknown {
  try {
    return JSON.parse(session.get(ASSISTANT_KEY) ?? 'null');
  } catch {
    return null;
  }
}

export function readKept(): Kept {
  const kept = stored();
  const of = (name: keyof Kept): unknown =>
    typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : undefined;
  return {
    exchanges: restored(of('exchanges')),
    isSpoken: of('isSpoken') === true,
    isHearingTold: of('isHearingTold') === true,
  };
}

/** The rest stays as it is. */
export const keep = (change: Partial<Kept>): void =>
  session.set(ASSISTANT_KEY, JSON.stringify({ ...readKept(), ...change }));
