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

/**
 * Restores stored form data, which an older version may have written. Valid fields are kept. All other fields
 * get their initial values.
 */
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

/**
 * Limits a step to the range 1 to 5. Without an NDA the range is 1 to 3, because signing and finishing need
 * an NDA.
 */
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

/** Returns the step that the NDA itself has reached: 4 until both parties have signed, then 5. */
export function stepOfNda(nda: NdaView): 4 | 5 {
  return nda.status === 'completed' || nda.status === 'sent' ? 5 : 4;
}

/**
 * True if Party 2 was invited and has not signed, and the link was not withdrawn. Also true if the link has
 * expired.
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
 * True if the stored draft belongs to this NDA, or if nothing is stored. The draft may be cleared or moved to
 * another step only if this is true. If `ndaId` is null, the draft has no confirmed NDA yet.
 */
export function mayReplaceStored(stored: unknown, ndaId: string | null): boolean {
  return !isRecord(stored) || restoreState(stored).ndaId === ndaId;
}

/**
 * Returns the draft with the NDA's addresses. The user corrects addresses at the agreement itself. Such a
 * correction must not make the draft differ from the NDA, because a changed draft creates a new NDA.
 */
const withAddresses = (state: WizardState, { party1Email, party2Email }: NdaView): WizardState => ({
  ...state,
  formData: { ...state.formData, party1Email, party2Email },
});

/**
 * Returns the wizard's state for `/nda/{id}`. If the stored draft belongs to another NDA, step and data come
 * from `nda`. Otherwise the data come from the stored draft. While the NDA is open, the step also comes from
 * the stored draft, because the user may have gone back to change the draft. Once the link was sent or both
 * parties have signed, the step comes from `nda`.
 */
export function stateForNda(stored: WizardState, nda: NdaView): WizardState {
  const ofNda = stepOfNda(nda);
  if (stored.ndaId !== nda.id) return { currentStep: ofNda, formData: formFromNda(nda), ndaId: nda.id };
  // If the link was sent, the NDA cannot be changed here any more. The user comes to see its state.
  if (ofNda === 5 || isLinkOut(nda)) return { ...withAddresses(stored, nda), currentStep: ofNda };
  return { ...stored, currentStep: Math.min(stored.currentStep, 4) as WizardStep };
}
