import type { AgreementTerm } from '../nda/term-fields.js';

/** The form field whose value a span shows. The preview marks the span while that field has the focus. */
export type AgreementField = Exclude<AgreementTerm, 'language'> | 'issueDate';
