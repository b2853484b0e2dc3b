import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { templateVersion } from '@siegel/contracts/agreement/templates';
import type { ReplayedNda } from '@siegel/contracts/audit/views';
import { AGREEMENT_TERMS, pickTerms, type Terms } from '@siegel/contracts/nda/term-fields';
import { AgreementView } from '../../agreement/agreement-view.js';

/** The text as it was fixed with the agreement's creation. */
export function AgreementThen({ nda, issueDate }: { nda: ReplayedNda; issueDate: string }) {
  const document = fillAgreement({
    // Whoever may read the agreement may read all of its terms: they are sealed together.
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
