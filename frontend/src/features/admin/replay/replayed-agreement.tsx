import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { templateVersion } from '@siegel/contracts/agreement/templates';
import type { ReplayedNda } from '@siegel/contracts/audit/views';
import { AGREEMENT_TERMS, pickTerms, type Terms } from '@siegel/contracts/nda/term-fields';
import { AgreementView } from '../../agreement/agreement-view.js';

/** The agreement's text, which was fixed when the NDA was created. */
export function ReplayedAgreement({ nda, issueDate }: { nda: ReplayedNda; issueDate: string }) {
  const document = fillAgreement({
    // The terms are encrypted together. So if the agreement is readable, all of its terms are readable.
    ...pickTerms(nda as Terms, AGREEMENT_TERMS),
    issueDate,
    templateVersion: templateVersion(nda.templateVersion),
  });
  return (
    <div className="replay-agreement" lang={nda.language}>
      <AgreementView document={document} level={3} />
    </div>
  );
}
