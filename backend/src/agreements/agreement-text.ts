import { agreementHash } from '@siegel/contracts/agreement/canonical';
import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { templateVersion } from '@siegel/contracts/agreement/templates';
import { AGREEMENT_TERMS, pickTerms, type Terms } from '@siegel/contracts/nda/term-fields';
import { agreementCommitment } from '@siegel/contracts/agreement/commitment';
import type { NdaState } from '../nda/nda.state.js';

/** The text of an agreement, filled with its opened terms. */
export const agreementOf = (
  { issueDate, templateVersion: version }: Pick<NdaState, 'issueDate' | 'templateVersion'>,
  terms: Terms,
): AgreementDocument =>
  fillAgreement({
    ...pickTerms(terms, AGREEMENT_TERMS),
    issueDate,
    templateVersion: templateVersion(version),
  });

/**
 * The agreement's hash where the creation did not seal it, being of version 1: made anew, and held against the
 * commitment that was recorded.
 * @throws Error where the text is not the one that was recorded
 */
export function hashOfVersion1(
  row: Pick<NdaState, 'issueDate' | 'templateVersion' | 'agreementCommitment'>,
  terms: Terms,
): string {
  const hash = agreementHash(agreementOf(row, terms));
  if (agreementCommitment({ agreementHash: hash, agreementSalt: '' }) !== row.agreementCommitment)
    throw new Error('the agreement is not the one that was recorded');
  return hash;
}
