import { useState, useSyncExternalStore } from 'react';
import { type DraftSnapshot, WizardDraft } from './wizard-draft.js';
import type { WizardState } from './wizard-state.js';

export interface WizardStore
  extends Omit<DraftSnapshot, 'savedAt'>,
    Pick<WizardDraft, 'goTo' | 'keepForm' | 'confirmed'> {
  /**
   * The draft also contains the typed text. Typing changes only this draft, not the other values of the
   * store.
   */
  readonly draft: WizardDraft;
}

/**
 * Returns this tab's draft. The wizard is rendered again after a change of step, not after each key press
 * (see WizardDraft).
 */
export function useWizardState(initial: WizardState): WizardStore {
  const [draft] = useState(() => new WizardDraft(initial));
  const { state, otherTab, takenOver } = useSyncExternalStore(draft.subscribe, draft.frameSnapshot);
  const { goTo, keepForm, confirmed } = draft;
  return { state, otherTab, takenOver, goTo, keepForm, confirmed, draft };
}
