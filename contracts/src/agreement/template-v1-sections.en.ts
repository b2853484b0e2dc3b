import type { TemplateSection } from './template.js';

/** The 17 clauses of template v1 in English. Frozen. `\u00a0` is a no-break space: it holds '§ 7' together. */
export const sectionsV1En: readonly TemplateSection[] = [
  {
    id: 'subject',
    heading: 'Subject',
    blocks: [
      {
        id: 'subject.purpose',
        kind: 'paragraph',
        text: 'The Disclosing Party intends to make confidential information on the idea described below available to the Receiving Party so that the parties can consider a possible collaboration (the “Purpose”).',
      },
      { id: 'subject.title', kind: 'paragraph', text: 'Title of the idea: “{ideaTitle}”' },
      { id: 'subject.lead', kind: 'paragraph', text: 'The Disclosing Party describes the idea as follows:' },
      { id: 'subject.description', kind: 'quote', text: '{ideaDescription}' },
    ],
  },
  {
    id: 'definition',
    heading: 'Confidential Information',
    blocks: [
      {
        id: 'definition.meaning',
        kind: 'paragraph',
        text: 'Confidential Information means all technical, commercial, legal and other information on the idea described in section\u00a01 that becomes known to the Receiving Party from the Disclosing Party or at its instigation, whether orally, in writing, electronically, by demonstration or in any other form.',
      },
      {
        id: 'definition.marking',
        kind: 'paragraph',
        text: 'Information does not need to be marked as confidential. Confidential Information also includes analyses, summaries and copies to the extent that they contain or reflect Confidential Information.',
      },
    ],
  },
  {
    id: 'obligations',
    heading: 'Obligations of the Receiving Party',
    blocks: [
      { id: 'obligations.lead', kind: 'paragraph', text: 'The Receiving Party undertakes' },
      {
        id: 'obligations.list',
        kind: 'list',
        items: [
          'to keep Confidential Information secret and to protect it against access by third parties by appropriate technical and organisational measures, with at least the care that it applies to its own confidential information of like importance;',
          'to use Confidential Information only for the Purpose named in section\u00a01;',
          'to make Confidential Information available only to such employees, and such advisers bound by professional secrecy, as need to know it for the Purpose and are bound to confidentiality to the same extent;',
          'otherwise neither to disclose Confidential Information to third parties nor to make it available to them, except as section\u00a04 permits;',
          'not to reverse engineer objects and software entrusted to it, and not to apply for intellectual property rights in Confidential Information;',
          'to inform the Disclosing Party without undue delay as soon as it learns that Confidential Information was acquired, used or disclosed without authorisation.',
        ],
      },
      {
        id: 'obligations.trade-secret',
        kind: 'paragraph',
        text: 'The parties regard this agreement as a reasonable measure to keep information secret within the meaning of §\u00a02 no.\u00a01 letter\u00a0b of the German Trade Secrets Act (GeschGehG).',
      },
    ],
  },
  {
    id: 'permitted-disclosures',
    heading: 'Permitted Disclosures',
    blocks: [
      {
        id: 'permitted-disclosures.lead',
        kind: 'paragraph',
        text: 'In addition to section\u00a03, the Disclosing Party permits the following disclosures:',
      },
      { id: 'permitted-disclosures.named', kind: 'quote', text: '{permittedDisclosures}' },
      {
        id: 'permitted-disclosures.law',
        kind: 'paragraph',
        text: 'A disclosure that the Receiving Party is obliged to make by law or by the enforceable order of a court or an authority remains permitted. The Receiving Party informs the Disclosing Party of it beforehand, as far as this is lawful and reasonable, and limits the disclosure to what is necessary. The rights under §\u00a05 GeschGehG and under the German Whistleblower Protection Act (HinSchG) remain unaffected.',
      },
    ],
  },
  {
    id: 'duration',
    heading: 'Term',
    blocks: [
      {
        id: 'duration.limited',
        kind: 'paragraph',
        when: 'limited',
        text: 'This agreement takes effect as soon as both parties have signed it and has a term of {duration} from then on.',
      },
      {
        id: 'duration.unlimited',
        kind: 'paragraph',
        when: 'unlimited',
        text: 'This agreement takes effect as soon as both parties have signed it and applies {duration} from then on.',
      },
      {
        id: 'duration.termination',
        kind: 'paragraph',
        text: 'Statutory rights of termination, in particular the right to terminate for good cause, remain unaffected.',
      },
    ],
  },
  {
    id: 'geographic-scope',
    heading: 'Geographic Scope',
    blocks: [{ id: 'geographic-scope.area', kind: 'paragraph', text: 'The obligations under this agreement apply {geographicScope}.' }],
  },
  {
    id: 'penalty',
    heading: 'Contractual Penalty',
    blocks: [
      {
        id: 'penalty.amount',
        kind: 'paragraph',
        when: 'penalty-agreed',
        text: 'The Receiving Party undertakes to pay the Disclosing Party a contractual penalty of {penaltyClause} for each culpable breach of its obligations under section\u00a03.',
      },
      {
        id: 'penalty.damages',
        kind: 'paragraph',
        when: 'penalty-agreed',
        text: 'The Disclosing Party may claim further damage; the contractual penalty is set off against damages. Claims for injunctive relief remain unaffected.',
      },
      {
        id: 'penalty.none',
        kind: 'paragraph',
        when: 'no-penalty',
        text: '{penaltyClause} contractual penalty is agreed. Statutory claims of the Disclosing Party, in particular for injunctive relief and damages, remain unaffected.',
      },
    ],
  },
  {
    id: 'return-of-materials',
    heading: 'Return of Materials',
    blocks: [
      {
        id: 'return-of-materials.duty',
        kind: 'paragraph',
        when: 'return-agreed',
        text: 'At the request of the Disclosing Party, and at the latest when this agreement ends, the Receiving Party shall without undue delay {returnOfMaterials} all documents, objects and files containing Confidential Information and, if asked, confirm this in text form.',
      },
      {
        id: 'return-of-materials.retained',
        kind: 'paragraph',
        when: 'return-agreed',
        text: 'This does not apply to copies that remain because of statutory retention duties or in customary automatic backups; the obligations under section\u00a03 continue to apply to them for as long as they exist.',
      },
      {
        id: 'return-of-materials.none',
        kind: 'paragraph',
        when: 'no-return',
        text: 'A return of materials has {returnOfMaterials} been agreed; this clause therefore does not apply. The obligation of confidentiality remains unaffected.',
      },
    ],
  },
  {
    id: 'ownership',
    heading: 'Ownership of the Information',
    blocks: [
      {
        id: 'ownership.retained',
        kind: 'paragraph',
        text: 'All rights in the Confidential Information remain with the Disclosing Party. This agreement neither transfers nor grants ownership, licences or other rights of use, not even by implication.',
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
          'is lawfully received by the Receiving Party from third parties without an obligation of confidentiality;',
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
        text: 'The obligations of confidentiality continue for a further five years after the end of this agreement, for whatever reason it ends. Beyond that, the statutory protection of trade secrets remains unaffected.',
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
        text: 'The fact that the parties are discussing a collaboration and the content and state of these discussions are confidential too. Section\u00a04 applies accordingly.',
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
        text: 'This agreement obliges neither party to disclose Confidential Information, to continue negotiations or to conclude further contracts. No warranty is given that the Confidential Information is correct or complete.',
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
        text: 'This agreement contains everything the parties have agreed on the confidentiality of the idea described in section\u00a01; there are no oral side agreements. Amendments and additions require text form, and so does an amendment of this requirement. Individually agreed terms take precedence (§\u00a0305b of the German Civil Code, BGB).',
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
        text: 'The law of the Federal Republic of Germany applies, excluding the UN Convention on Contracts for the International Sale of Goods. Mandatory consumer protection provisions remain unaffected.',
      },
      {
        id: 'governing-law.venue',
        kind: 'paragraph',
        text: 'The place of jurisdiction for disputes arising from this agreement is the registered seat of the Disclosing Party, as far as §\u00a038 of the German Code of Civil Procedure (ZPO) allows such an agreement. Otherwise the statutory places of jurisdiction apply.',
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
        text: 'The parties agree under §\u00a0127 BGB that this agreement is concluded electronically, each party signing it with a simple electronic signature, for example by drawing its name on the screen. Between the parties this signature has the same effect as a handwritten signature.',
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
