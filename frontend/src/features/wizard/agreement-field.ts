import type { AgreementField } from '@siegel/contracts/agreement/agreement-field';
import { AGREEMENT_TERMS, type AgreementTerm } from '@siegel/contracts/nda/term-fields';

/**
 * Returns the field of the agreement that a form field fills. Undefined for e-mail addresses and the
 * language, because they fill no field.
 */
export function agreementFieldOf(formField: string): AgreementField | undefined {
  if (formField === 'penalty' || formField === 'penaltyAmount') return 'penaltyClause';
  return AGREEMENT_TERMS.find(
    (name): name is Exclude<AgreementTerm, 'language'> => name === formField && name !== 'language',
  );
}
