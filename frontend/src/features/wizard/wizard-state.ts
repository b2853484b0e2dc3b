import { DURATIONS, GEOGRAPHIC_SCOPES, LANGUAGES, PENALTY_PRESETS } from '@siegel/contracts/enums';
import { byTerm, TEXT_TERMS } from '@siegel/contracts/nda/term-fields';
import type { NdaView } from '@siegel/contracts/nda/view';
import { EMPTY_FORM, formFromNda, type WizardForm } from './wizard-form.js';

export type WizardStep = 1 | 2 | 3 | 4 | 5;

/** The state that the browser keeps (rule:draft-is-kept-in-the-browser): current step, form data, NDA id. */
export interface WizardState {
  currentStep: WizardStep;
  formData: WizardForm;
  ndaId: string | null;
}

export const INITIAL_STATE: WizardState = { currentStep: 1, formData: EMPTY_FORM, ndaId: null };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const oneOf = <T extends string>(known: readonly T[], value: unknown): T | '' =>
  known.find((entry) => entry === value) ?? '';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Restores stored form data of any age. Valid fields are kept, the others become empty. */
function restoreForm(stored: unknown): WizardForm {
  const data = isRecord(stored) ? stored : {};
  return {
    ...byTerm(TEXT_TERMS, (name) => textOf(data[name])),
    duration: oneOf(DURATIONS, data.duration),
    geographicScope: oneOf(GEOGRAPHIC_SCOPES, data.geographicScope),
    penalty: oneOf([...PENALTY_PRESETS, 'custom'] as const, data.penalty),
    penaltyAmount: textOf(data.penaltyAmount),
    returnOfMaterials: typeof data.returnOfMaterials === 'boolean' ? data.returnOfMaterials : true,
    language: oneOf(LANGUAGES, data.language) || EMPTY_FORM.language,
  };
}

/** Limits a step to the range 1 to 5, or 1 to 3 if there is no NDA: signing and finishing need one. */
export function clampStep(step: unknown, ndaId: string | null): WizardStep {
  const wanted = typeof step === 'number' && Number.isInteger(step) ? Math.max(1, step) : 1;
  return Math.min(wanted, ndaId === null ? 3 : 5) as WizardStep;
}

/** Restores the stored state. Returns the initial state if nothing usable was stored. */
export function restoreState(stored: unknown): WizardState {
  if (!isRecord(stored)) return INITIAL_STATE;
  const ndaId = typeof stored.ndaId === 'string' && stored.ndaId !== '' ? stored.ndaId : null;
  return { currentStep: clampStep(stored.currentStep, ndaId), formData: restoreForm(stored.formData), ndaId };
}

/** Returns the step that the NDA itself has reached: 4 until both have signed, then 5. */
export function stepOfNda(nda: NdaView): 4 | 5 {
  return nda.status === 'completed' || nda.status === 'sent' ? 5 : 4;
}

/**
 * True if Party 2 was invited and has not signed, and the link was not withdrawn. An expired link counts too.
 */
export const isLinkOut = ({ invitationStatus }: NdaView): boolean =>
  ['pending', 'sent', 'opened', 'expired'].includes(invitationStatus);

/**
 * Returns a new draft with the data of an NDA that cannot be opened, so that the user need not type the data
 * again.
 */
export function asNewDraft(state: WizardState): WizardState {
  return { currentStep: 1, formData: state.formData, ndaId: null };
}

/** True if this browser keeps anything that may be a draft. */
export const isStoredDraft = (stored: unknown): boolean => isRecord(stored);

/**
 * True if the stored draft belongs to this NDA, or if nothing is stored. `null` means an NDA that is not
 * confirmed yet. Only then may the draft be cleared or moved to another step.
 */
export function mayReplaceStored(stored: unknown, ndaId: string | null): boolean {
  return !isRecord(stored) || restoreState(stored).ndaId === ndaId;
}

/**
 * Addresses are corrected at the agreement itself. Such a correction must not count as a change of the draft,
 * because a changed draft creates a new NDA.
 */
const withAddresses = (state: WizardState, { party1Email, party2Email }: NdaView): WizardState => ({
  ...state,
  formData: { ...state.formData, party1Email, party2Email },
});

/**
 * Returns the state for `/nda/{id}`. The stored draft counts while it belongs to this NDA and the NDA is
 * still open, because the user may have gone back to change it. Otherwise the NDA itself counts.
 */
export function stateForNda(stored: WizardState, nda: NdaView): WizardState {
  const ofNda = stepOfNda(nda);
  if (stored.ndaId !== nda.id) return { currentStep: ofNda, formData: formFromNda(nda), ndaId: nda.id };
  // If the link was sent, the NDA cannot be changed here any more. The user comes to see its state.
  if (ofNda === 5 || isLinkOut(nda)) return { ...withAddresses(stored, nda), currentStep: ofNda };
  return { ...stored, currentStep: Math.min(stored.currentStep, 4) as WizardStep };
}
