import type { TemplateSection } from './template.js';

/**
 * Clauses 1 to 8 of template v1 in English: the protected information and the recipient's duties. Frozen.
 * `\u00a0` is a no-break space. It keeps '§ 7' on one line.
 */
export const dutiesV1En: readonly TemplateSection[] = [
  {
    id: 'subject',
    heading: 'Subject',
    blocks: [
      {
        id: 'subject.purpose',
        kind: 'paragraph',
        text: 'The Disclosing Party intends to make confidential information on the idea described below available to the Receiving Party so that the parties can consider a possible collaboration (the “Purpose”).',
      },
      {
        id: 'subject.parties',
        kind: 'paragraph',
        when: 'company-named',
        text: 'Where a company is named with a party, the legal person or the owner behind that company is the party; the person named signs on its behalf and gives assurance of being entitled to do so.',
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
        text: 'Confidential Information means all technical, commercial, legal and other information on the idea described in section\u00a01 that becomes known to the Receiving Party from the Disclosing Party or at its instigation, whether orally, in writing, electronically, by demonstration or in any other form, and whether or not it is a trade secret within the meaning of the German Trade Secrets Act (GeschGehG). It does not include the information named in section\u00a010.',
      },
      {
        id: 'definition.marking',
        kind: 'paragraph',
        text: 'Information does not need to be marked as confidential. Confidential Information also includes analyses, summaries and copies to the extent that they contain or reflect Confidential Information.',
      },
      {
        id: 'definition.before-signing',
        kind: 'paragraph',
        text: 'Confidential Information further includes the description given in section\u00a01 and everything on the idea that the Disclosing Party told the Receiving Party while this agreement was being prepared.',
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
          'to keep Confidential Information secret and to protect it against unauthorised access by appropriate technical and organisational measures, with at least the care that it applies to its own confidential information of like importance;',
          'to use Confidential Information only for the Purpose named in section\u00a01;',
          'to make Confidential Information available only to such employees, and such persons bound by professional secrecy, as need to know it for the Purpose and are bound to confidentiality to the same extent; it answers for their fault as for its own (§\u00a0278 of the German Civil Code, BGB);',
          'otherwise neither to disclose Confidential Information to third parties nor to make it available to them, except as section\u00a04 permits;',
          'not to reverse engineer objects and software entrusted to it, unless mandatory law allows this, and not to apply for intellectual property rights in Confidential Information;',
          'to inform the Disclosing Party without undue delay as soon as it learns that Confidential Information was acquired, used or disclosed without authorisation.',
        ],
      },
      {
        id: 'obligations.trade-secret',
        kind: 'paragraph',
        text: 'The parties regard this agreement as a reasonable measure to keep information secret within the meaning of §\u00a02 no.\u00a01 letter\u00a0b GeschGehG.',
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
        id: 'permitted-disclosures.onward',
        kind: 'paragraph',
        when: 'disclosures-named',
        text: 'Whoever may accordingly receive Confidential Information must first be bound to confidentiality to the same extent, unless already bound to secrecy by law or by profession.',
      },
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
        text: 'Statutory rights of termination, in particular the right to terminate for good cause, remain unaffected. Section\u00a011 governs what applies after the end of the agreement.',
      },
    ],
  },
  {
    id: 'geographic-scope',
    heading: 'Geographic Scope',
    blocks: [
      {
        id: 'geographic-scope.area',
        kind: 'paragraph',
        text: 'The obligations under this agreement apply {geographicScope}.',
      },
      {
        id: 'geographic-scope.effects',
        kind: 'paragraph',
        when: 'regional',
        text: 'This also covers any use or disclosure that is made outside this territory but takes effect within it.',
      },
    ],
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
        text: 'The Disclosing Party may claim further damage; the contractual penalty is set off against damages (§\u00a0340 (2), §\u00a0341 (2) BGB). Claims for performance and for injunctive relief exist alongside the contractual penalty.',
      },
      {
        id: 'penalty.reduction',
        kind: 'paragraph',
        when: 'penalty-agreed',
        text: 'Several acts that naturally form a single course of conduct count as one breach. If the contractual penalty is disproportionately high, a court may, at the request of the Receiving Party, reduce it to the appropriate amount (§\u00a0343 BGB); this also applies between merchants, and §\u00a0348 of the German Commercial Code (HGB) does not apply.',
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
        text: 'At the request of the Disclosing Party, and at the latest when this agreement ends, the Receiving Party shall without undue delay {returnOfMaterials} all documents and objects containing Confidential Information, including all copies, delete files and, if asked, confirm this in text form. The Disclosing Party chooses between return and destruction.',
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
        text: 'A return of materials has {returnOfMaterials} been agreed; this clause therefore does not apply. The obligation of confidentiality and statutory claims for surrender remain unaffected.',
      },
    ],
  },
];
