import type { AgreementField } from '@siegel/contracts/agreement/agreement-field';
import { AGREEMENT_TERMS, type AgreementTerm } from '@siegel/contracts/nda/term-fields';

/**
 * Returns the agreement field that gets the value of a form field. Undefined for e-mail addresses and the
 * language, because their values appear in no agreement field.
 */
export function agreementFieldOf(formField: string): AgreementField | undefined {
  if (formField === 'penalty' || formField === 'penaltyAmount') return 'penaltyClause';
  return AGREEMENT_TERMS.find(
    (name): name is Exclude<AgreementTerm, 'language'> => name === formField && name !== 'language',
  );
}
