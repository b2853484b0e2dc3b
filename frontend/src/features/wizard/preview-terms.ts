import type { AgreementTerms } from '@siegel/contracts/agreement/document';
import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import type { Language } from '@siegel/contracts/enums';
import { AGREEMENT_TERMS, pickTerms } from '@siegel/contracts/nda/term-fields';
import type { NdaView } from '@siegel/contracts/nda/view';
import { termsOfNda } from '../agreement/agreement-terms.js';
import { sameAsNda, type WizardForm } from './wizard-form.js';
import { requestOf } from './wizard-resolver.js';

/**
 * What the preview is made of. An unmade choice is '', which the filler takes for an empty place; the type of
 * complete terms does not name it. Texts stand here as the server will store them. The day of issue is known
 * only for data that is already confirmed.
 */
export function previewTerms(form: WizardForm, pageLanguage: Language, nda: NdaView | null): AgreementTerms {
  if (nda !== null && sameAsNda(form, nda, pageLanguage)) return termsOfNda(nda);
  return {
    ...pickTerms(requestOf(form, pageLanguage), AGREEMENT_TERMS),
    issueDate: null,
    templateVersion: CURRENT_TEMPLATE,
  };
}
