import { sectionLabel } from '@siegel/contracts/agreement/section-label';
import type {
  AgreementDocument,
  AgreementParty,
  Block,
  Section,
  Span,
} from '@siegel/contracts/agreement/document';
import type { Column, Content, ContentColumns } from 'pdfmake/interfaces.js';
import { guilloche } from './guilloche.js';
import type { Tag } from './tags.js';
import {
  bookmark,
  CONTENT_WIDTH,
  HAIRLINE,
  line,
  NUMBER_WIDTH,
  RULE,
  SIGNED_SECTION,
  text,
} from './page-style.js';

const GAP = 24;
/** A paragraph of at most this many characters (about four lines) is not split between two pages. */
const SHORT = 350;
/** Points. */
const BRAID_WIDTH = 190;

const plain = (spans: readonly Span[]): string => spans.map((span) => span.text).join('');

const head = (document: AgreementDocument): Content[] => [
  { ...guilloche(BRAID_WIDTH, 12), margin: [(CONTENT_WIDTH - BRAID_WIDTH) / 2, 0, 0, 18] },
  text(document.title, 'BrygadaMedium', {
    tag: { type: 'H1' },
    style: 'title',
    alignment: 'center',
    ...bookmark(document.title),
  }),
  text(document.subtitle, 'Brygada', {
    tag: { type: 'P' },
    style: 'subtitle',
    alignment: 'center',
    margin: [0, 4, 0, 0],
  }),
  text(document.issued.text, 'Brygada', {
    tag: { type: 'P' },
    style: 'issued',
    alignment: 'center',
    margin: [0, 5, 0, 0],
  }),
];

const party = (of: AgreementParty): Column => ({
  // Both columns have a fixed width, so that a long word breaks within its column and does not push the other
  // party off the page.
  width: (CONTENT_WIDTH - GAP) / 2,
  stack: [
    text(of.label, 'Brygada', {
      tag: { type: 'P' },
      style: 'label',
      italics: true,
      fontSize: 9.5,
      margin: [0, 0, 0, 3],
    }),
    text(of.name.text, 'BrygadaMedium', { tag: { type: 'P' }, style: 'party' }),
    ...(of.company === null
      ? []
      : [text(of.company.text, 'Brygada', { tag: { type: 'P' }, style: 'party' })]),
  ],
});

const parties = (document: AgreementDocument): Content => [
  line(RULE, [0, 22, 0, 10]),
  { columns: [party(document.parties[0]), party(document.parties[1])], columnGap: GAP },
  line(HAIRLINE, [0, 12, 0, 6]),
];

type List = Extract<Block, { kind: 'list' }>;

function item({ label, spans }: List['items'][number], parent: Tag): Content {
  const tag: Tag = { type: 'LI', parent };
  const labelled = text(label, 'Brygada', { tag: { type: 'Lbl', parent: tag }, style: 'body' });
  const said = text(plain(spans), 'Brygada', { tag: { type: 'LBody', parent: tag }, style: 'body' });
  return {
    columns: [
      { ...labelled, width: 18 },
      { ...said, width: '*' },
    ],
    margin: [NUMBER_WIDTH, 0, 0, 3],
    // An item is never split between two pages, so that no single line of it is alone on a page.
    unbreakable: true,
  };
}

function list({ items }: List): Content {
  const tag: Tag = { type: 'L' };
  return { stack: items.map((each) => item(each, tag)), margin: [0, 0, 0, 3] };
}

const together = (...contents: Content[]): Content => ({ stack: contents, unbreakable: true });
const isShort = (of: Block): boolean => of.kind === 'paragraph' && plain(of.spans).length <= SHORT;

function block(of: Block, signatures: Content): Content {
  if (of.kind === 'signatures') return signatures;
  if (of.kind === 'list') return list(of);
  if (of.kind === 'quote')
    return text(plain(of.spans), 'Brygada', {
      tag: { type: 'P', parent: { type: 'BlockQuote' } },
      style: 'body',
      italics: true,
      margin: [NUMBER_WIDTH + 14, 0, 14, 6],
    });
  const paragraph = text(plain(of.spans), 'Brygada', {
    tag: { type: 'P' },
    style: 'body',
    margin: [NUMBER_WIDTH, 0, 0, 6],
  });
  return isShort(of) ? together(paragraph) : paragraph;
}

const heading = (of: Section, { language }: AgreementDocument): ContentColumns => {
  const label = sectionLabel(of.number, language);
  const tag: Tag = { type: 'H2' };
  return {
    columns: [
      { ...text(label, 'Brygada', { tag, style: 'number', margin: [0, 1, 0, 0] }), width: NUMBER_WIDTH },
      {
        ...text(of.heading, 'BrygadaMedium', {
          tag,
          style: 'heading',
          ...bookmark(`${label} ${of.heading}`),
        }),
        width: '*',
      },
    ],
    margin: [0, 11, 0, 4],
  };
};

/**
 * A heading stays with its first paragraph if that paragraph is short. Otherwise `pageBreakBefore` moves a
 * heading that would be alone at the foot of a page.
 */
function section(of: Section, document: AgreementDocument, signatures: Content): Content[] {
  const [first, ...others] = of.blocks.map((each) => block(each, signatures));
  if (first === undefined) return [heading(of, document)];
  const isSigned = of.blocks.some(({ kind }) => kind === 'signatures');
  if (isSigned || !of.blocks.slice(0, 1).some(isShort)) {
    const watched = {
      ...heading(of, document),
      headlineLevel: 1,
      ...(isSigned ? { id: SIGNED_SECTION } : {}),
    };
    return [watched, first, ...others];
  }
  return [together(heading(of, document), first), ...others];
}

/**
 * The agreement as it was signed, with the same words in the same order as in every other view.
 * @param signatures are placed in section 17
 */
export const agreementContent = (document: AgreementDocument, signatures: Content): Content[] => [
  ...head(document),
  parties(document),
  ...document.sections.flatMap((each) => section(each, document, signatures)),
];
