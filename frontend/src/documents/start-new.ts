import { onPageRestored } from '../lib/other-tabs.js';
import { KEYS, local } from '../lib/storage.js';
import { discardWizardDraft } from '../lib/stored-draft.js';

/**
 * Lets a person who has a draft begin a new draft instead. Asks before the old draft is discarded
 * (rule:home-goes-on).
 */
export function offerToStartNew(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog#start-new');
  if (dialog === null) return;
  document.querySelector('.hero-start-new')?.addEventListener('click', () => dialog.showModal());
  dialog.querySelector('a')?.addEventListener('click', discardWizardDraft);
  onPageRestored(() => {
    dialog.close();
    document.documentElement.toggleAttribute('data-draft', local.get(KEYS.wizard) !== null);
  });
}
