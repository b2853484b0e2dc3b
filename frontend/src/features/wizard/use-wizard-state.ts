import { useCallback, useState } from 'react';
import { KEYS, local, readJson, writeJson } from '../../lib/storage.js';
import { clampStep, isKeptFor, type WizardState, type WizardStep } from './wizard-state.js';
import type { WizardForm } from './wizard-form.js';

export interface WizardStore {
  state: WizardState;
  /** When the draft was last written to this browser. */
  savedAt: Date | null;
  goTo: (step: WizardStep) => void;
  keepForm: (form: WizardForm) => void;
  confirmed: (ndaId: string, form: WizardForm) => void;
}

/**
 * The wizard's state, written to the browser's storage at each change, so that nothing typed is lost. Opening
 * alone writes nothing.
 */
export function useWizardState(initial: WizardState): WizardStore {
  const [held, setHeld] = useState<{ state: WizardState; savedAt: Date | null }>({
    state: initial,
    savedAt: null,
  });

  const change = useCallback((next: (state: WizardState) => WizardState) => {
    setHeld((before) => {
      const state = next(before.state);
      writeJson(local, KEYS.wizard, state);
      return { state, savedAt: new Date() };
    });
  }, []);

  // A mere step does not take the place of a draft that another tab keeps; something typed does.
  const goTo = useCallback((step: WizardStep) => {
    setHeld((before) => {
      const state = { ...before.state, currentStep: clampStep(step, before.state.ndaId) };
      if (isKeptFor(readJson(local, KEYS.wizard), state.ndaId)) writeJson(local, KEYS.wizard, state);
      return { ...before, state };
    });
  }, []);
  const keepForm = useCallback(
    (formData: WizardForm) => change((state) => ({ ...state, formData })),
    [change],
  );
  const confirmed = useCallback(
    (ndaId: string, formData: WizardForm) => change(() => ({ currentStep: 4, formData, ndaId })),
    [change],
  );

  return { ...held, goTo, keepForm, confirmed };
}
