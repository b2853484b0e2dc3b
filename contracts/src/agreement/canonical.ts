import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AgreementDocument, AgreementParty, Block, Span } from './document.js';

const plain = (spans: readonly Span[]): string => spans.map((span) => span.text).join('');

function canonicalBlock(block: Block): object {
  switch (block.kind) {
    case 'signatures':
      return { kind: block.kind };
    case 'list':
      return {
        items: block.items.map((item) => ({ label: item.label, text: plain(item.spans) })),
        kind: block.kind,
      };
    default:
      return { kind: block.kind, text: plain(block.spans) };
  }
}

const canonicalParty = (party: AgreementParty): object => ({
  company: party.company?.text ?? null,
  label: party.label,
  name: party.name.text,
  role: party.role,
});

/**
 * Returns the canonical JSON of a document's text and structure, in the key order of RFC 8785 (the code below
 * lists the keys in sorted order). The spans' marks `field` and `blank` are left out
 * (rule:canonical-document).
 */
export function canonicalAgreement(document: AgreementDocument): string {
  return JSON.stringify({
    issued: document.issued.text,
    language: document.language,
    parties: document.parties.map(canonicalParty),
    sections: document.sections.map((section) => ({
      blocks: section.blocks.map(canonicalBlock),
      heading: section.heading,
      id: section.id,
      number: section.number,
    })),
    subtitle: document.subtitle,
    templateVersion: document.templateVersion,
    title: document.title,
  });
}

/** Returns the SHA-256 of the canonical document in UTF-8, hexadecimal. Each signature names this hash. */
export const agreementHash = (document: AgreementDocument): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalAgreement(document))));
