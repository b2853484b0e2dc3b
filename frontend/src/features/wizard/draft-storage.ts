import { addressIn } from '@siegel/contracts/addresses';
import { currentLanguage } from '../../lib/language.js';
import { leaveTo, reloadPage } from '../../lib/leave.js';
import { KEYS, local } from '../../lib/storage.js';
import { tabStorage } from '../../lib/tab-storage.js';

/**
 * The storage of the draft (rule:draft-is-kept-in-the-browser). If the browser stores nothing, the draft
 * stays in this tab.
 */
export const drafts = tabStorage(local, [KEYS.wizard, KEYS.optimisation]);

export function discardDraft(): void {
  drafts.remove(KEYS.wizard);
  drafts.remove(KEYS.optimisation);
}

/** Loads another page of the wizard. If only this tab keeps the draft, passes the draft to the new page. */
export function openWithDraft(path: string): void {
  const state = drafts.state();
  if (state === undefined) {
    leaveTo(path);
    return;
  }
  window.history.pushState(state, '', addressIn(currentLanguage(), path));
  reloadPage();
}
