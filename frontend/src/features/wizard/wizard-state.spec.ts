import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { EMPTY_FORM } from './wizard-form.js';
import {
  asNewDraft,
  clampStep,
  INITIAL_STATE,
  mayReplaceStored,
  restoreState,
  stateForNda,
  stepOfNda,
} from './wizard-state.js';
import { sampleForm } from './testing/sample-form.js';

const kept = {
  currentStep: 3 as const,
  formData: { ...sampleForm, ideaTitle: 'Geändert' },
  ndaId: sampleNda.id,
};

describe('wizard state', () => {
  it('restores the stored state', () => {
    expect(restoreState(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([undefined, null, 'x', 7, [], {}])('starts again from %j', (stored) =>
    expect(restoreState(stored)).toEqual(INITIAL_STATE),
  );

  it('keeps each valid field of a damaged draft and empties the others', () => {
    const restored = restoreState({
      currentStep: 2,
      formData: { ideaTitle: 'Rad', duration: '9y', returnOfMaterials: 'yes', party1Name: 4 },
    });
    expect(restored.formData).toEqual({ ...EMPTY_FORM, ideaTitle: 'Rad' });
  });

  it('treats a draft without a language as a draft of a German agreement', () => {
    const stored = { ...kept, formData: { ...kept.formData, language: '' } };
    expect(restoreState(stored).formData.language).toBe('de');
  });

  it.each([
    [0, null, 1],
    [-3, null, 1],
    [2.5, null, 1],
    [4, null, 3],
    [4, 'id', 4],
    [9, 'id', 5],
  ])('step %d with NDA %j is %d', (step, id, expected) => expect(clampStep(step, id)).toBe(expected));

  it('opens an NDA at the step that it has reached', () => {
    expect(stepOfNda(sampleNda)).toBe(4);
    expect(stepOfNda({ ...sampleNda, status: 'completed' })).toBe(5);
    expect(stateForNda(INITIAL_STATE, sampleNda)).toEqual({
      currentStep: 4,
      formData: sampleForm,
      ndaId: sampleNda.id,
    });
  });

  it.each(['pending', 'sent', 'opened', 'expired'] as const)(
    'opens step 4 of one whose link is out (%s), with the addresses that it has now',
    (invitationStatus) => {
      const out = { ...sampleNda, party2Email: 'new@example.org', invitationStatus };
      expect(stateForNda(kept, out)).toEqual({
        ...kept,
        currentStep: 4,
        formData: { ...kept.formData, party1Email: sampleNda.party1Email, party2Email: 'new@example.org' },
      });
    },
  );

  it('lets the user change the draft again once the link is withdrawn', () =>
    expect(stateForNda(kept, { ...sampleNda, invitationStatus: 'cancelled' })).toEqual(kept));

  it('begins a new draft with the data of an NDA that cannot be opened', () => {
    expect(asNewDraft(kept)).toEqual({ currentStep: 1, formData: kept.formData, ndaId: null });
  });

  it('recognises a kept draft of another agreement', () => {
    expect(mayReplaceStored(kept, sampleNda.id)).toBe(true);
    expect(mayReplaceStored(undefined, sampleNda.id)).toBe(true);
    expect(mayReplaceStored(kept, null)).toBe(false);
    expect(mayReplaceStored(asNewDraft(kept), sampleNda.id)).toBe(false);
    expect(mayReplaceStored(asNewDraft(kept), null)).toBe(true);
  });

  it('keeps the changes in the draft of this NDA until the NDA is complete', () => {
    expect(stateForNda(kept, sampleNda)).toEqual(kept);
    expect(stateForNda(kept, { ...sampleNda, status: 'sent' }).currentStep).toBe(5);
    expect(stateForNda({ ...kept, currentStep: 5 }, sampleNda).currentStep).toBe(4);
  });
});
