import { KEYS } from '../../lib/storage.js';
import { readJson } from '../../lib/stored-draft.js';
import { discardDraft, drafts } from './draft-storage.js';
import { hasWork } from './wizard-form.js';
import { mayReplaceStored, restoreState } from './wizard-state.js';

const stored = (): unknown => readJson(drafts, KEYS.wizard);

/**
 * Deletes this browser's draft if the draft belongs to the given agreement
 * (rule:draft-is-kept-in-the-browser). If `ndaId` is null, deletes a draft that belongs to no agreement yet.
 * Called when the agreement is sent, left or discarded. A draft of another agreement, begun in another tab,
 * is not deleted.
 */
export function clearDraftOf(ndaId: string | null): void {
  if (mayReplaceStored(stored(), ndaId)) discardDraft();
}

/**
 * True if this browser keeps a draft of another agreement that the user would miss, because it has an NDA or
 * typed data.
 */
export function keepsOtherDraft(ndaId: string): boolean {
  if (mayReplaceStored(stored(), ndaId)) return false;
  const other = restoreState(stored());
  return other.ndaId !== null || hasWork(other.formData);
}
