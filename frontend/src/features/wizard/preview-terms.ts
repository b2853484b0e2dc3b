import type { AgreementTerms } from '@siegel/contracts/agreement/document';
import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import { AGREEMENT_TERMS, pickTerms } from '@siegel/contracts/nda/term-fields';
import type { NdaView } from '@siegel/contracts/nda/view';
import { termsOfNda } from '../agreement/agreement-terms.js';
import { requestOf, sameAsNda, type WizardForm } from './wizard-form.js';

/**
 * Returns the terms for the preview. A choice that is not made yet is '', although the type does not allow
 * ''. `fillAgreement` shows '' as a blank. Texts are normalised as the server will store them. The day of
 * issue is known only for confirmed data.
 */
export function previewTerms(form: WizardForm, nda: NdaView | null): AgreementTerms {
  if (nda !== null && sameAsNda(form, nda)) return termsOfNda(nda);
  return {
    ...pickTerms(requestOf(form), AGREEMENT_TERMS),
    issueDate: null,
    templateVersion: CURRENT_TEMPLATE,
  };
}
