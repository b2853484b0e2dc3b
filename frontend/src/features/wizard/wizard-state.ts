import { DURATIONS, GEOGRAPHIC_SCOPES, LANGUAGES, PENALTY_PRESETS } from '@siegel/contracts/enums';
import { byTerm, TEXT_TERMS } from '@siegel/contracts/nda/term-fields';
import type { NdaView } from '@siegel/contracts/nda/view';
import { EMPTY_FORM, formFromNda, type WizardForm } from './wizard-form.js';

export type WizardStep = 1 | 2 | 3 | 4 | 5;

/** What is kept in the browser (rule:draft-is-kept-in-the-browser): current step, form data, NDA id. */
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

/** Stored form data of whatever age: each field is taken when it makes sense and is empty otherwise. */
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

/** Never below 1, never past 3 without an NDA: signing and finishing need one. */
export function clampStep(step: unknown, ndaId: string | null): WizardStep {
  const wanted = typeof step === 'number' && Number.isInteger(step) ? Math.max(1, step) : 1;
  return Math.min(wanted, ndaId === null ? 3 : 5) as WizardStep;
}

/** What was stored, or the beginning when nothing usable was. */
export function restoreState(stored: unknown): WizardState {
  if (!isRecord(stored)) return INITIAL_STATE;
  const ndaId = typeof stored.ndaId === 'string' && stored.ndaId !== '' ? stored.ndaId : null;
  return { currentStep: clampStep(stored.currentStep, ndaId), formData: restoreForm(stored.formData), ndaId };
}

/** Where an NDA stands by itself: signing until both have signed, then the finish. */
export function stepOfNda(nda: NdaView): 4 | 5 {
  return nda.status === 'completed' || nda.status === 'sent' ? 5 : 4;
}

/** Party 2 was invited, and has neither signed nor been told that the link is withdrawn. */
export const isLinkOut = ({ invitationStatus }: NdaView): boolean =>
  ['pending', 'sent', 'opened', 'expired'].includes(invitationStatus);

/**
 * The data of an NDA that is out of reach, for a new one: what was typed is still in this browser and need
 * not be typed again.
 */
export function asNewDraft(state: WizardState): WizardState {
  return { currentStep: 1, formData: state.formData, ndaId: null };
}

/** Whether this browser keeps anything that may be a draft. */
export const isKept = (stored: unknown): boolean => isRecord(stored);

/**
 * Whether what this browser keeps (or nothing) is about this NDA, or about the one not yet confirmed
 * (`null`): only then it may be cleared or moved on.
 */
export function isKeptFor(stored: unknown, ndaId: string | null): boolean {
  return !isRecord(stored) || restoreState(stored).ndaId === ndaId;
}

/** An address is corrected at the agreement itself, and is no change that would make a new one. */
const withAddresses = (state: WizardState, { party1Email, party2Email }: NdaView): WizardState => ({
  ...state,
  formData: { ...state.formData, party1Email, party2Email },
});

/**
 * `/nda/{id}`: the draft kept in this browser decides while it is about this NDA and the NDA is still open
 * (someone may have gone back to change it); otherwise the NDA itself does.
 */
export function stateForNda(stored: WizardState, nda: NdaView): WizardState {
  const ofNda = stepOfNda(nda);
  if (stored.ndaId !== nda.id) return { currentStep: ofNda, formData: formFromNda(nda), ndaId: nda.id };
  // What is out cannot be changed here any more, and somebody comes to see how it stands.
  if (ofNda === 5 || isLinkOut(nda)) return { ...withAddresses(stored, nda), currentStep: ofNda };
  return { ...stored, currentStep: Math.min(stored.currentStep, 4) as WizardStep };
}
