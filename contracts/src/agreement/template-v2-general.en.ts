import type { TemplateSection } from './template.js';

/** Clauses 9 to 17 of template v2 in English: rights, exceptions and general provisions. Frozen. */
export const generalV2En: readonly TemplateSection[] = [
  {
    id: 'ownership',
    heading: 'Ownership of the Information',
    blocks: [
      {
        id: 'ownership.retained',
        kind: 'paragraph',
        text: 'All rights in the Confidential Information remain with the Disclosing Party. Beyond the use under section\u00a03, this agreement neither transfers nor grants ownership, licences or other rights of use, not even by implication.',
      },
    ],
  },
  {
    id: 'exceptions',
    heading: 'Exceptions',
    blocks: [
      {
        id: 'exceptions.lead',
        kind: 'paragraph',
        text: 'The obligations under this agreement do not apply to information that demonstrably',
      },
      {
        id: 'exceptions.list',
        kind: 'list',
        items: [
          'is or becomes generally known without a breach of this agreement;',
          'was known to the Receiving Party before the disclosure without an obligation of confidentiality;',
          'is lawfully received by the Receiving Party from third parties without an obligation of confidentiality; or',
          'was developed by the Receiving Party independently and without recourse to Confidential Information.',
        ],
      },
    ],
  },
  {
    id: 'post-termination',
    heading: 'Confidentiality after the End of the Agreement',
    blocks: [
      {
        id: 'post-termination.five-years',
        kind: 'paragraph',
        text: 'The obligations under sections\u00a03, 4 and\u00a012 continue for a further five years after the end of this agreement, for whatever reason it ends; section\u00a07 applies to breaches during that time. Beyond that, the statutory protection of trade secrets remains unaffected.',
      },
    ],
  },
  {
    id: 'negotiations',
    heading: 'Confidentiality of Negotiations',
    blocks: [
      {
        id: 'negotiations.secret',
        kind: 'paragraph',
        text: 'Both parties also treat as confidential the fact that they are discussing a collaboration and the content and state of these discussions; section\u00a03\u00a0(c), section\u00a04 and section\u00a010 apply accordingly. The right of the Disclosing Party to do as it wishes with its own information remains unaffected.',
      },
    ],
  },
  {
    id: 'no-obligation',
    heading: 'No Obligation to Cooperate',
    blocks: [
      {
        id: 'no-obligation.free',
        kind: 'paragraph',
        text: 'This agreement obliges neither party to disclose Confidential Information, to continue negotiations or to conclude further contracts. No warranty is given that the Confidential Information is correct or complete; statutory liability otherwise remains unaffected.',
      },
    ],
  },
  {
    id: 'severability',
    heading: 'Severability and Entire Agreement',
    blocks: [
      {
        id: 'severability.valid',
        kind: 'paragraph',
        text: 'If a provision of this agreement is or becomes invalid in whole or in part, the other provisions remain valid. The statutory provisions take the place of the invalid provision.',
      },
      {
        id: 'severability.entire-agreement',
        kind: 'paragraph',
        text: 'This agreement contains everything the parties have agreed on the confidentiality of the idea described in section\u00a01; there are no oral side agreements. Amendments and additions require text form, and so does an amendment of this requirement. Individually agreed terms take precedence (§\u00a0305b\u00a0BGB).',
      },
    ],
  },
  {
    id: 'governing-law',
    heading: 'Governing Law and Jurisdiction',
    blocks: [
      {
        id: 'governing-law.law',
        kind: 'paragraph',
        text: 'The law of the Federal Republic of Germany applies, excluding the UN Convention on Contracts for the International Sale of Goods; legal terms have the meaning they have under that law. A party that is a consumer keeps the protection of the mandatory provisions of the country of its habitual residence (Art.\u00a06\u00a0(2) of the Rome I Regulation).',
      },
      {
        id: 'governing-law.venue',
        kind: 'paragraph',
        text: 'Where both parties are merchants, legal persons under public law or special funds under public law, or where a party that is not a consumer has no general place of jurisdiction in Germany, the exclusive place of jurisdiction for disputes arising from this agreement is the registered seat of the Disclosing Party or, if it is a natural person, its place of business or, if there is none, its place of residence (§\u00a038 of the German Code of Civil Procedure, ZPO). Otherwise the statutory places of jurisdiction apply.',
      },
    ],
  },
  {
    id: 'form',
    heading: 'Form of Signing',
    blocks: [
      {
        id: 'form.agreed',
        kind: 'paragraph',
        text: 'The parties agree under §\u00a0127\u00a0(3)\u00a0BGB that this agreement is concluded electronically, each party signing it with a simple electronic signature, for example by drawing or typing its name on the screen. Between the parties this signature has the same effect as a handwritten signature. Statutory requirements of form and the statutory rules of evidence remain unaffected.',
      },
    ],
  },
  {
    id: 'signatures',
    heading: 'Digital Signatures',
    blocks: [
      {
        id: 'signatures.order',
        kind: 'paragraph',
        text: 'The Disclosing Party signs first, the Receiving Party second. The time and the checksum (SHA-256) of this text are recorded with each signature.',
      },
      { id: 'signatures.block', kind: 'signatures' },
    ],
  },
];
