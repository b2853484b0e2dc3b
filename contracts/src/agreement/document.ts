import { LANGUAGES } from '../enums.js';
import { AGREEMENT_TERMS, type AgreementTerm, type Terms } from '../nda/term-fields.js';
import {
  described,
  flag,
  kindOf,
  listOf,
  literal,
  namedObject,
  nullable,
  objectOf,
  oneOf,
  optional,
  pairOf,
  type Schema,
  text,
  type ViewOf,
} from '../schema.js';
import type { AgreementField } from './agreement-field.js';
import type { TemplateVersion } from './templates.js';

/**
 * The values that fill the template. They include no e-mail address, no signature and no current time
 * (rule:canonical-document).
 */
export interface AgreementTerms extends Terms<AgreementTerm> {
  /**
   * `YYYY-MM-DD` in Europe/Berlin, fixed when the NDA is created. Null while the agreement is provisional.
   */
  readonly issueDate: string | null;
  readonly templateVersion: TemplateVersion;
}

const FIELDS = [...AGREEMENT_TERMS, 'issueDate' as const].filter(
  (name): name is AgreementField => name !== 'language',
);

const spanSchema = namedObject('Span', {
  text,
  field: optional(described('The field from which the text comes', oneOf(FIELDS))),
  blank: optional(described('True if the field is still empty and the text is its placeholder', flag)),
});
/** A run of text. Neither `field` nor `blank` is part of the canonical document. */
export interface Span extends ViewOf<typeof spanSchema> {}
const spans = listOf(spanSchema);

const blockSchema = kindOf(
  objectOf({ kind: literal('paragraph'), spans }),
  objectOf({ kind: literal('quote'), spans }),
  objectOf({ kind: literal('list'), items: listOf(objectOf({ label: text, spans })) }),
  /** Marks where the signatures appear. Each view draws the signatures itself. */
  objectOf({ kind: literal('signatures') }),
);
export type Block = ViewOf<typeof blockSchema>;

const clauseNumber: Schema<number> = { type: 'integer', minimum: 1, maximum: 17 };
const sectionSchema = objectOf({
  id: described('Id of the clause, the same in both languages, for example `subject` or `definition`', text),
  number: clauseNumber,
  heading: text,
  blocks: listOf(blockSchema),
});
export interface Section extends ViewOf<typeof sectionSchema> {}

const partySchema = objectOf({
  role: oneOf(['discloser', 'recipient']),
  label: described(
    "Label in the language of the agreement, for example 'Offenlegende Partei' (German for 'disclosing party')",
    text,
  ),
  name: spanSchema,
  company: nullable(spanSchema),
});
export interface AgreementParty extends ViewOf<typeof partySchema> {}

export const agreementSchema = namedObject('Agreement', {
  templateVersion: text,
  language: oneOf(LANGUAGES),
  title: text,
  subtitle: text,
  /** A whole phrase that contains the date of issue, for example 'Ausgestellt am 12. November 2026'. */
  issued: spanSchema,
  parties: pairOf(partySchema),
  sections: listOf(sectionSchema),
});
export interface AgreementDocument extends ViewOf<typeof agreementSchema> {}
