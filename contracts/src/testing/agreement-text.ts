import type { AgreementDocument, AgreementParty, Block, Span } from '../agreement/document.js';
import { sectionLabel } from '../agreement/section-label.js';

const plain = (spans: readonly Span[]): string => spans.map((span) => span.text).join('');

function blockLines(block: Block): string[] {
  switch (block.kind) {
    case 'signatures':
      return [];
    case 'list':
      return block.items.map((item) => `${item.label} ${plain(item.spans)}`);
    default:
      return [plain(block.spans)];
  }
}

const partyLines = (party: AgreementParty): string[] => [
  party.label,
  party.name.text,
  ...(party.company === null ? [] : [party.company.text]),
];

/**
 * Returns all text of the agreement in reading order, one line per block. Every view must show it word for
 * word.
 */
export function agreementText(document: AgreementDocument): string {
  return [
    document.title,
    document.subtitle,
    document.issued.text,
    ...document.parties.flatMap(partyLines),
    ...document.sections.flatMap((section) => [
      `${sectionLabel(section.number, document.language)} ${section.heading}`,
      ...section.blocks.flatMap(blockLines),
    ]),
  ].join('\n');
}
