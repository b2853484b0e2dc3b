import { LANGUAGES } from '../enums.js';
import { AGREEMENT_TERMS } from '../nda/term-fields.js';
import {
  flag,
  kindOf,
  listOf,
  literal,
  named,
  nullable,
  objectOf,
  oneOf,
  optional,
  type Schema,
  text,
} from '../schema.js';
import type { AgreementDocument, AgreementField, AgreementParty, Block, Section, Span } from './document.js';

const FIELDS = [...AGREEMENT_TERMS, 'issueDate' as const].filter(
  (name): name is AgreementField => name !== 'language',
);

const span: Schema<Span> = named(
  'Span',
  objectOf<Span>({ text, field: optional(oneOf(FIELDS)), blank: optional(flag) }),
);
const spans: Schema<readonly Span[]> = listOf(span);

type BlockOf<Kind extends Block['kind']> = Extract<Block, { readonly kind: Kind }>;
const block: Schema<Block> = kindOf<Block>({
  paragraph: objectOf<BlockOf<'paragraph'>>({ kind: literal('paragraph'), spans }),
  quote: objectOf<BlockOf<'quote'>>({ kind: literal('quote'), spans }),
  list: objectOf<BlockOf<'list'>>({
    kind: literal('list'),
    items: listOf(objectOf<BlockOf<'list'>['items'][number]>({ label: text, spans })),
  }),
  signatures: objectOf<BlockOf<'signatures'>>({ kind: literal('signatures') }),
});

const section: Schema<Section> = objectOf<Section>({
  id: text,
  number: { type: 'integer', minimum: 1, maximum: 17 },
  heading: text,
  blocks: listOf(block),
});

const party: Schema<AgreementParty> = objectOf<AgreementParty>({
  role: oneOf(['discloser', 'recipient']),
  label: text,
  name: span,
  company: nullable(span),
});

export const agreementSchema: Schema<AgreementDocument> = named(
  'Agreement',
  objectOf<AgreementDocument>({
    templateVersion: text,
    language: oneOf(LANGUAGES),
    title: text,
    subtitle: text,
    issued: span,
    parties: listOf(party, { minItems: 2, maxItems: 2 }),
    sections: listOf(section),
  }),
);
