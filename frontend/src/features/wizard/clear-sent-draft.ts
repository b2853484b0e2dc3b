import { KEYS, local } from '../../lib/storage.js';
import { discardWizardDraft, readJson } from '../../lib/stored-draft.js';
import { isKeptFor } from './wizard-state.js';

/**
 * Once it is sent, this browser keeps no draft of it any more (rule:draft-is-kept-in-the-browser). One that
 * was begun in another tab stays.
 */
export function clearSentDraft(ndaId: string): void {
  if (isKeptFor(readJson(local, KEYS.wizard), ndaId)) discardWizardDraft();
}
