import { KEYS, local } from '../../lib/storage.js';
import { discardWizardDraft, readJson } from '../../lib/stored-draft.js';
import { hasWork } from './wizard-form.js';
import { isKeptFor, restoreState } from './wizard-state.js';

const stored = (): unknown => readJson(local, KEYS.wizard);

/**
 * Once it is sent, left or discarded, this browser keeps no draft of this agreement any more, or of what is not yet one
 * (rule:draft-is-kept-in-the-browser). One of something else, begun in another tab, stays.
 */
export function clearDraftOf(ndaId: string | null): void {
  if (isKeptFor(stored(), ndaId)) discardWizardDraft();
}

/** Whether this browser keeps a draft of something else that somebody would miss. */
export function keepsOtherDraft(ndaId: string): boolean {
  if (isKeptFor(stored(), ndaId)) return false;
  const other = restoreState(stored());
  return other.ndaId !== null || hasWork(other.formData);
}
