import type { AgreementTerms } from '@siegel/contracts/agreement/document';
import type { Language } from '@siegel/contracts/enums';
import type { NdaView } from '@siegel/contracts/nda/view';
import { normalized } from '@siegel/contracts/validation/rules';
import { termsOfNda } from '../agreement/agreement-terms.js';
import { penaltyClauseOf, sameAsNda, type WizardForm } from './wizard-form.js';

/**
 * What the preview is made of. An unmade choice is '', which the filler takes for an empty place; the type of
 * complete terms does not name it. Texts stand here as the server will store them. The day of issue is known
 * only for data that is already confirmed.
 */
export function previewTerms(form: WizardForm, pageLanguage: Language, nda: NdaView | null): AgreementTerms {
  if (nda !== null && sameAsNda(form, nda, pageLanguage)) return termsOfNda(nda);
  return {
    ideaTitle: normalized(form.ideaTitle),
    ideaDescription: normalized(form.ideaDescription),
    party1Name: normalized(form.party1Name),
    party1Company: normalized(form.party1Company) || null,
    party2Name: normalized(form.party2Name),
    party2Company: normalized(form.party2Company) || null,
    duration: form.duration as AgreementTerms['duration'],
    geographicScope: form.geographicScope as AgreementTerms['geographicScope'],
    permittedDisclosures: normalized(form.permittedDisclosures) || null,
    penaltyClause: penaltyClauseOf(form) as AgreementTerms['penaltyClause'],
    returnOfMaterials: form.returnOfMaterials,
    language: form.language || pageLanguage,
    issueDate: null,
  };
}
