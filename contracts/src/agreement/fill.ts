import { formatPenalty, penaltyEuros } from '../formats.js';
import { ADDED_CLAUSES } from '../nda/term-fields.js';
import type { AgreementDocument, AgreementParty, AgreementTerms, Block, Section, Span } from './document.js';
import type { AgreementField } from './agreement-field.js';
import type { AgreementTemplate, Condition, TemplateBlock, TemplateSection } from './template.js';
import type { AddedClause } from './added-clause.js';
import { TEMPLATES } from './templates.js';

const FIELD = /\{([a-zA-Z0-9]+)\}/;

const typed = (value: string | null): string => (value ?? '').trim();

/**
 * Returns the words that replace `{field}`; undefined while the field is empty. In a form that is being
 * filled in, any value may be ''.
 */
function valueOf(
  field: AgreementField,
  terms: AgreementTerms,
  template: AgreementTemplate,
): string | undefined {
  switch (field) {
    case 'duration':
      return template.durations[terms.duration];
    case 'geographicScope':
      return template.scopes[terms.geographicScope];
    case 'penaltyClause':
      return (
        (terms.penaltyClause === 'none'
          ? template.noPenalty
          : formatPenalty(terms.penaltyClause, terms.language)) || undefined
      );
    case 'returnOfMaterials':
      return terms.returnOfMaterials ? template.returned : template.notReturned;
    case 'permittedDisclosures':
      return typed(terms.permittedDisclosures) || template.notSpecified;
    case 'issueDate':
      return terms.issueDate === null
        ? undefined
        : TEMPLATES[terms.templateVersion].formatDay(terms.issueDate, terms.language);
    default:
      return typed(terms[field]) || undefined;
  }
}

function fieldSpan(field: AgreementField, terms: AgreementTerms, template: AgreementTemplate): Span {
  const value = valueOf(field, terms, template);
  return value === undefined
    ? { text: template.blanks[field] ?? '', field, blank: true }
    : { text: value, field };
}

/**
 * Splits the template's text at its placeholders before it inserts values, so that a value is never read as
 * template text.
 */
function fillText(text: string, terms: AgreementTerms, template: AgreementTemplate): Span[] {
  return text.split(new RegExp(FIELD.source, 'g')).flatMap((part, index): Span[] => {
    if (index % 2 === 1) return [fieldSpan(part as AgreementField, terms, template)];
    return part === '' ? [] : [{ text: part }];
  });
}

/**
 * Each function returns true if the terms meet its condition. A choice that is not made yet counts as the
 * usual choice, for example a limited term or an agreed penalty.
 */
const HOLDS: Readonly<Record<Condition, (terms: AgreementTerms) => boolean>> = {
  'company-named': (terms) => typed(terms.party1Company) !== '' || typed(terms.party2Company) !== '',
  'disclosures-named': (terms) => typed(terms.permittedDisclosures) !== '',
  'no-disclosures': (terms) => typed(terms.permittedDisclosures) === '',
  limited: (terms) => terms.duration !== 'unlimited',
  unlimited: (terms) => terms.duration === 'unlimited',
  regional: (terms) => terms.geographicScope !== 'worldwide',
  'penalty-agreed': (terms) => penaltyEuros(terms.penaltyClause) !== 0,
  'no-penalty': (terms) => penaltyEuros(terms.penaltyClause) === 0,
  'return-agreed': (terms) => terms.returnOfMaterials,
  'no-return': (terms) => !terms.returnOfMaterials,
};

/** `a)`, `b)`, … */
const itemLabel = (index: number): string => `${String.fromCharCode(97 + index)})`;

/**
 * Turns each line of a text into a quote block of its own, so that each view shows the lines as paragraphs.
 */
function quoteBlocks(spans: readonly Span[]): Block[] {
  const [span, ...more] = spans;
  if (span === undefined || more.length > 0) return [{ kind: 'quote', spans }];
  const lines = span.text
    .split(/\s*[\r\n\u2028\u2029]\s*/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((text) => ({ kind: 'quote', spans: [{ ...span, text }] }));
}

function fillBlock(block: TemplateBlock, terms: AgreementTerms, template: AgreementTemplate): Block[] {
  if (block.kind === 'signatures') return [{ kind: 'signatures' }];
  if (block.kind === 'list') {
    const items = block.items.map((item, index) => ({
      label: itemLabel(index),
      spans: fillText(item, terms, template),
    }));
    return [{ kind: 'list', items }];
  }
  const spans = fillText(block.text, terms, template);
  return block.kind === 'quote' ? quoteBlocks(spans) : [{ kind: 'paragraph', spans }];
}

function fillAdded(
  { after, kind, text }: AddedClause,
  terms: AgreementTerms,
  template: AgreementTemplate,
): Block[] {
  const block = { id: after, kind, text: text[terms.language] };
  const isGiven = fillText(block.text, terms, template).every(({ blank }) => blank !== true);
  return isGiven ? fillBlock(block, terms, template) : [];
}

function fillSection(
  section: TemplateSection,
  number: number,
  terms: AgreementTerms,
  template: AgreementTemplate,
  added: readonly AddedClause[],
): Section {
  const blocks = section.blocks.flatMap((block) => [
    ...(block.when === undefined || HOLDS[block.when](terms) ? fillBlock(block, terms, template) : []),
    ...added
      .filter(({ after }) => after === block.id)
      .flatMap((clause) => fillAdded(clause, terms, template)),
  ]);
  return { id: section.id, number, heading: section.heading, blocks };
}

function fillParty(
  role: AgreementParty['role'],
  terms: AgreementTerms,
  template: AgreementTemplate,
): AgreementParty {
  const [name, company] =
    role === 'discloser'
      ? (['party1Name', 'party1Company'] as const)
      : (['party2Name', 'party2Company'] as const);
  return {
    role,
    label: template[role],
    name: fieldSpan(name, terms, template),
    company: typed(terms[company]) === '' ? null : fieldSpan(company, terms, template),
  };
}

function fillIssued(terms: AgreementTerms, template: AgreementTemplate): Span {
  if (terms.issueDate === null) return { text: template.provisional, field: 'issueDate', blank: true };
  const text = fillText(template.issued, terms, template);
  return { text: text.map((span) => span.text).join(''), field: 'issueDate' };
}

/** Builds the agreement as a document. This one tree is shown, signed, hashed and printed. */
export function fillAgreement(terms: AgreementTerms, added = ADDED_CLAUSES): AgreementDocument {
  const template: AgreementTemplate = TEMPLATES[terms.templateVersion].texts[terms.language];
  return {
    templateVersion: terms.templateVersion,
    language: terms.language,
    title: template.title,
    subtitle: template.subtitle,
    issued: fillIssued(terms, template),
    parties: [fillParty('discloser', terms, template), fillParty('recipient', terms, template)],
    sections: template.sections.map((section, index) =>
      fillSection(section, index + 1, terms, template, added),
    ),
  };
}
