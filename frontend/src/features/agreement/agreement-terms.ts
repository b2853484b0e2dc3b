import type { AgreementDocument, AgreementTerms } from '@siegel/contracts/agreement/document';
import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { templateVersion } from '@siegel/contracts/agreement/templates';
import { berlinDay } from '@siegel/contracts/formats';
import { AGREEMENT_TERMS, pickTerms } from '@siegel/contracts/nda/term-fields';
import type { NdaView } from '@siegel/contracts/nda/view';

/**
 * Returns the terms of an NDA, including the issue date and the template version. Both were fixed when the
 * NDA was created. The issue date is the day of the NDA's creation in Berlin (rule:issue-date-is-fixed). The
 * template version is the version from which the agreement's text was made
 * (rule:agreements-keep-their-version).
 */
export function termsOfNda(nda: NdaView): AgreementTerms {
  return {
    ...pickTerms(nda, AGREEMENT_TERMS),
    issueDate: berlinDay(nda.createdAt),
    templateVersion: templateVersion(nda.templateVersion),
  };
}

export interface ShownAgreement {
  document: AgreementDocument;
  /** SHA-256 of the document as this browser shows it. A signature names this hash. */
  hash: string;
  /** True if the server has recorded exactly the same text. Otherwise nobody may sign. */
  isRecorded: boolean;
}

export function shownAgreement(nda: NdaView): ShownAgreement {
  const document = fillAgreement(termsOfNda(nda));
  const hash = agreementHash(document);
  return { document, hash, isRecorded: hash === nda.agreementHash };
}
