import type { AgreementTerm } from '../nda/term-fields.js';

/** A form field whose value a span can show. The preview marks the span while the field has the focus. */
export type AgreementField = Exclude<AgreementTerm, 'language'> | 'issueDate';
