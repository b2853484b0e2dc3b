import type { AgreementTerms } from '../agreement/document.js';
import { CURRENT_TEMPLATE } from '../agreement/templates.js';
import type { Language } from '../enums.js';
import { AGREEMENT_TERMS, pickTerms, type RecordedTerms, type TermName } from '../nda/term-fields.js';

/**
 * The terms of the sample NDA, in each language. All tests and measurements share this sample. A test that
 * needs another value writes `{ ...SAMPLES.de, field }`. The frozen hashes of the agreement cover the German
 * sample. The event fixtures contain the English sample.
 */
export const SAMPLES = {
  de: {
    language: 'de',
    ideaTitle: 'Faltbarer Fahrradanhänger mit Federnabe',
    ideaDescription:
      'Gegenstand ist ein faltbarer Lastenanhänger für Fahrräder mit selbsttätiger Auflaufbremse.\n\nDie Energie wird in der Radnabe gespeichert.',
    party1Name: 'Katharina Brandstetter',
    party1Email: 'katharina@example.org',
    party1Company: 'Brandstetter Feinmechanik GmbH',
    party2Name: 'Thomas Achterberg',
    party2Email: 'thomas@example.org',
    party2Company: null,
    duration: '3y',
    geographicScope: 'eu',
    permittedDisclosures: null,
    penaltyClause: '25k',
    returnOfMaterials: true,
  },
  en: {
    language: 'en',
    ideaTitle: 'Solar bicycle',
    ideaDescription: 'A bicycle whose frame carries thin solar cells that feed its hub motor all day.',
    party1Name: 'Ada Lovelace',
    party1Email: 'ada@example.org',
    party1Company: 'Analytical Engines',
    party2Name: 'Charles Babbage',
    party2Email: 'charles@example.org',
    party2Company: null,
    duration: '2y',
    geographicScope: 'eu',
    permittedDisclosures: null,
    penaltyClause: '10k',
    returnOfMaterials: true,
  },
} as const satisfies Readonly<Record<Language, RecordedTerms<TermName>>>;

/** The German sample as the terms of an agreement. */
export const sampleAgreement: AgreementTerms = {
  ...pickTerms(SAMPLES.de, AGREEMENT_TERMS),
  issueDate: '2026-11-12',
  templateVersion: CURRENT_TEMPLATE,
};
