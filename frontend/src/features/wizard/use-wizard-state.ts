import { useState, useSyncExternalStore } from 'react';
import { type HeldDraft, WizardDraft } from './wizard-draft.js';
import type { WizardState } from './wizard-state.js';

export interface WizardStore extends HeldDraft, Pick<WizardDraft, 'goTo' | 'keepForm' | 'confirmed'> {}

/** The draft of this tab; see WizardDraft. */
export function useWizardState(initial: WizardState): WizardStore {
  const [draft] = useState(() => new WizardDraft(initial));
  const held = useSyncExternalStore(draft.subscribe, draft.snapshot);
  return { ...held, goTo: draft.goTo, keepForm: draft.keepForm, confirmed: draft.confirmed };
}
