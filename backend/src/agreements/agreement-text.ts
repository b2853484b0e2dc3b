import { agreementHash } from '@siegel/contracts/agreement/canonical';
import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { templateVersion } from '@siegel/contracts/agreement/templates';
import { AGREEMENT_TERMS, pickTerms, type Terms } from '@siegel/contracts/nda/term-fields';
import { agreementCommitment } from '@siegel/contracts/agreement/commitment';
import type { NdaState } from '../nda/nda.state.js';

/** Returns the text of an agreement, filled with its opened terms. */
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
 * Computes the agreement's hash again and compares it with the recorded commitment. A creation event of
 * version 1 needs this, because its sealed part does not contain the hash.
 * @throws Error if the computed hash does not match the commitment
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
