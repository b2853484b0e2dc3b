import type { WizardForm } from '../wizard-form.js';

/** A complete form for tests; `sampleNda` is the same as the server gives it back. */
export const sampleForm: WizardForm = {
  ideaTitle: 'Faltbarer Fahrradanhänger',
  ideaDescription: 'Ein faltbarer Anhänger fürs Fahrrad, der bergab selbst bremst.',
  party1Name: 'Katharina Brandstetter',
  party1Email: 'k@example.de',
  party1Company: '',
  party2Name: 'Thomas Achterberg',
  party2Email: 't@example.org',
  party2Company: 'Achterberg Velo KG',
  duration: '3y',
  geographicScope: 'eu',
  permittedDisclosures: '',
  penalty: 'custom',
  penaltyAmount: '15000',
  returnOfMaterials: true,
  language: 'de',
};
