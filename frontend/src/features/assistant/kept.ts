import { session } from '../../lib/storage.js';
import { readJson, writeJson } from '../../lib/stored-draft.js';
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

export function readKept(): Kept {
  const stored = readJson(session, ASSISTANT_KEY);
  const of = (name: keyof Kept): unknown =>
    typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;
  return {
    exchanges: restored(of('exchanges')),
    isSpoken: of('isSpoken') === true,
    isHearingTold: of('isHearingTold') === true,
  };
}

/** The rest stays as it is. */
export const keep = (change: Partial<Kept>): void =>
  writeJson(session, ASSISTANT_KEY, { ...readKept(), ...change });
