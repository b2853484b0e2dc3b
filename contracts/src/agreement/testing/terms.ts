import type { AgreementTerms } from '../document.js';

/** Complete terms for tests, in German. */
export const sampleTerms: AgreementTerms = {
  ideaTitle: 'Faltbarer Fahrradanhänger mit Federnabe',
  ideaDescription:
    'Gegenstand ist ein faltbarer Lastenanhänger für Fahrräder mit selbsttätiger Auflaufbremse.\n\nDie Energie wird in der Radnabe gespeichert.',
  party1Name: 'Katharina Brandstetter',
  party1Company: 'Brandstetter Feinmechanik GmbH',
  party2Name: 'Thomas Achterberg',
  party2Company: null,
  duration: '3y',
  geographicScope: 'eu',
  permittedDisclosures: null,
  penaltyClause: '25k',
  returnOfMaterials: true,
  language: 'de',
  issueDate: '2026-11-12',
};
