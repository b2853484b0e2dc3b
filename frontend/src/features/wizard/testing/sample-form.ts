import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { EMPTY_FORM, type WizardForm } from '../wizard-form.js';

const { penaltyClause: _, ...entered } = SAMPLES.de;

/** A complete form for tests. `sampleNda` contains the same data in the form that the server returns. */
export const sampleForm: WizardForm = {
  ...EMPTY_FORM,
  ...entered,
  party2Company: '',
  permittedDisclosures: '',
  penalty: 'custom',
  penaltyAmount: '15000',
};
