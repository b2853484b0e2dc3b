import { useState, useSyncExternalStore } from 'react';
import { type DraftSnapshot, WizardDraft } from './wizard-draft.js';
import type { WizardState } from './wizard-state.js';

export interface WizardStore
  extends Omit<DraftSnapshot, 'savedAt'>,
    Pick<WizardDraft, 'goTo' | 'keepForm' | 'confirmed'> {
  /** What is typed goes there, and changes nothing here. */
  readonly draft: WizardDraft;
}

/** The draft of this tab, rendered again after a step and not after each key; see WizardDraft. */
export function useWizardState(initial: WizardState): WizardStore {
  const [draft] = useState(() => new WizardDraft(initial));
  const { state, otherTab, takenOver } = useSyncExternalStore(draft.subscribe, draft.frameSnapshot);
  const { goTo, keepForm, confirmed } = draft;
  return { state, otherTab, takenOver, goTo, keepForm, confirmed, draft };
}
