import type { TemplateSection } from './template.js';

/**
 * Clauses 1 to 8 of template v2 in English: the protected information and the recipient's duties. Frozen.
 * `\u00a0` is a no-break space. It keeps 'section 7' and '§ 2 no. 1' on one line.
 */
export const dutiesV2En: readonly TemplateSection[] = [
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
        text: 'Where a company is named with a party, the legal person or the owner behind that company is the party. The person named signs on its behalf and gives assurance of being authorised or otherwise entitled to do so; that person’s statutory liability if this is not so (§\u00a0179 of the German Civil Code, BGB) remains unaffected.',
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
        id: 'definition.interest',
        kind: 'paragraph',
        text: 'The parties agree that the Disclosing Party has a legitimate interest in keeping this information secret (§\u00a02\u00a0no.\u00a01\u00a0letter\u00a0c\u00a0GeschGehG).',
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
          'to make Confidential Information available only to such members of its governing bodies and officers, such employees, and such persons bound by professional secrecy, as need to know it for the Purpose and are bound to confidentiality to the same extent; it answers for their fault as for its own (§\u00a0278\u00a0BGB);',
          'otherwise neither to disclose Confidential Information to third parties nor to make it available to them, except as section\u00a04 permits;',
          'not to reverse engineer objects and software entrusted to it, unless mandatory law allows this, and not to apply for intellectual property rights in Confidential Information; and',
          'to inform the Disclosing Party without undue delay as soon as it learns that Confidential Information was acquired, used or disclosed without authorisation.',
        ],
      },
      {
        id: 'obligations.trade-secret',
        kind: 'paragraph',
        text: 'The parties regard this agreement as a reasonable measure to keep information secret within the meaning of §\u00a02\u00a0no.\u00a01\u00a0letter\u00a0b\u00a0GeschGehG.',
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
        when: 'disclosures-named',
        text: 'In addition to section\u00a03, the Disclosing Party permits the following disclosures:',
      },
      {
        id: 'permitted-disclosures.named',
        kind: 'quote',
        when: 'disclosures-named',
        text: '{permittedDisclosures}',
      },
      {
        id: 'permitted-disclosures.onward',
        kind: 'paragraph',
        when: 'disclosures-named',
        text: 'Whoever may accordingly receive Confidential Information must first be bound to confidentiality to the same extent, unless already bound to secrecy by law or by profession.',
      },
      {
        id: 'permitted-disclosures.none',
        kind: 'paragraph',
        when: 'no-disclosures',
        text: 'Further permitted disclosures: {permittedDisclosures}. No disclosure beyond section\u00a03 is therefore permitted.',
      },
      {
        id: 'permitted-disclosures.law',
        kind: 'paragraph',
        text: 'A disclosure that the Receiving Party is obliged to make by law or by the enforceable order of a court or an authority remains permitted. The Receiving Party informs the Disclosing Party of it beforehand, as far as this is lawful and reasonable, and limits the disclosure to what is necessary. The rights under §\u00a05\u00a0GeschGehG and under the German Whistleblower Protection Act (HinSchG) remain unaffected.',
      },
      {
        id: 'permitted-disclosures.courts',
        kind: 'paragraph',
        text: 'It is further permitted to submit to a court what is necessary to pursue or defend claims under this agreement, and to conclude, transmit and keep this agreement through the service with which it is signed.',
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
        id: 'duration.notice',
        kind: 'paragraph',
        when: 'unlimited',
        text: 'Either party may terminate it in text form with three months’ notice to the end of a month, at the earliest with effect from the end of two years after it took effect.',
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
        text: 'The obligations under section\u00a03 apply {geographicScope}.',
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
        text: 'The Receiving Party undertakes to pay the Disclosing Party a contractual penalty for each culpable breach of its obligations under section\u00a03\u00a0(a)\u00a0to\u00a0(e). The Disclosing Party sets the amount at its reasonable discretion, in particular according to the gravity of the breach and the degree of fault; it is at most {penaltyClause}. In a dispute, the competent court reviews the amount (§\u00a0315\u00a0(3)\u00a0BGB).',
      },
      {
        id: 'penalty.damages',
        kind: 'paragraph',
        when: 'penalty-agreed',
        text: 'The Disclosing Party may claim further damage; the contractual penalty is set off against damages (§\u00a0340\u00a0(2), §\u00a0341\u00a0(2)\u00a0BGB). Claims for performance and for injunctive relief exist alongside the contractual penalty.',
      },
      {
        id: 'penalty.reduction',
        kind: 'paragraph',
        when: 'penalty-agreed',
        text: 'Several acts that naturally form a single course of conduct count as one breach. The reduction of a disproportionately high contractual penalty by a court (§\u00a0343\u00a0BGB) remains possible between merchants too; §\u00a0348 of the German Commercial Code (HGB) does not apply.',
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
        text: 'This does not apply to this agreement itself or to copies that remain because of statutory retention duties or in customary automatic backups; the obligations under section\u00a03 apply to them until they end under section\u00a011.',
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
