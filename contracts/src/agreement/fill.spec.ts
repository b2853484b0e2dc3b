import { LANGUAGES } from '../enums.js';
import { ADDED_CLAUSES, ADDED_TERMS, byTerm, OPTIONAL_TERMS } from '../nda/term-fields.js';
import { agreementText } from '../testing/agreement-text.js';
import { sampleAgreement } from '../testing/sample-terms.js';
import { agreementHash, canonicalAgreement } from './canonical.js';
import type { AgreementTerms, Span } from './document.js';
import { fillAgreement } from './fill.js';
import type { AddedClause } from './added-clause.js';
import { TEMPLATE_VERSIONS, TEMPLATES } from './templates.js';

const textOf = (terms: AgreementTerms, added?: readonly AddedClause[]): string =>
  agreementText(fillAgreement(terms, added));
const spansOf = (terms: AgreementTerms): Span[] => {
  const document = fillAgreement(terms);
  const inBlocks = document.sections.flatMap((section) =>
    section.blocks.flatMap((block) =>
      block.kind === 'signatures'
        ? []
        : block.kind === 'list'
          ? block.items.flatMap((item) => item.spans)
          : block.spans,
    ),
  );
  return [
    document.issued,
    ...document.parties.flatMap((party) => [party.name, ...(party.company ? [party.company] : [])]),
    ...inBlocks,
  ];
};

describe('fillAgreement', () => {
  it.each([
    ['de', 'none', 'Eine Vertragsstrafe wird nicht vereinbart.'],
    ['de', '25k', 'höchstens 25.000\u00a0EUR.'],
    ['de', 'custom:1250000', 'höchstens 1.250.000\u00a0EUR.'],
    ['en', 'none', 'No contractual penalty is agreed.'],
    ['en', '100k', 'at most 100,000\u00a0EUR.'],
    ['en', 'custom:7', 'at most 7\u00a0EUR.'],
  ] as const)('words the penalty in %s for %s', (language, penaltyClause, sentence) => {
    expect(textOf({ ...sampleAgreement, language, penaltyClause })).toContain(sentence);
  });

  it('says whether materials are returned', () => {
    for (const language of LANGUAGES) {
      const { returned, notReturned } = TEMPLATES[sampleAgreement.templateVersion].texts[language];
      const said = (returnOfMaterials: boolean) =>
        spansOf({ ...sampleAgreement, language, returnOfMaterials })
          .filter(({ field }) => field === 'returnOfMaterials')
          .map(({ text }) => text);
      expect(new Set(said(true))).toEqual(new Set([returned]));
      expect(new Set(said(false))).toEqual(new Set([notReturned]));
    }
  });

  it('says that no disclosures were specified, and that section 8 does not apply', () => {
    expect(textOf({ ...sampleAgreement, permittedDisclosures: '  ' })).toContain(': Nicht angegeben. ');
    expect(textOf({ ...sampleAgreement, language: 'en', permittedDisclosures: null })).toContain(
      ': Not specified. ',
    );
    expect(textOf({ ...sampleAgreement, returnOfMaterials: false })).toContain(
      'diese Klausel findet daher keine Anwendung',
    );
    expect(textOf({ ...sampleAgreement, language: 'en', returnOfMaterials: false })).toContain(
      'this clause therefore does not apply',
    );
  });

  it('marks empty fields as blanks, and no others', () => {
    const empty = {
      ...sampleAgreement,
      ideaTitle: '',
      ideaDescription: ' ',
      party1Name: '',
      party2Name: '',
      party1Company: '',
      duration: '',
      geographicScope: '',
      penaltyClause: 'custom:',
      issueDate: null,
    } as unknown as AgreementTerms;
    for (const language of LANGUAGES) {
      const blanks = spansOf({ ...empty, language }).filter((span) => span.blank);
      expect(blanks).toHaveLength(8);
      expect(new Set(blanks.map((span) => span.field))).toEqual(
        new Set([
          'duration',
          'geographicScope',
          'ideaDescription',
          'ideaTitle',
          'issueDate',
          'party1Name',
          'party2Name',
          'penaltyClause',
        ]),
      );
      for (const span of blanks) expect(span.text).not.toBe('');
      expect(fillAgreement({ ...empty, language }).parties[0].company).toBeNull();
    }
    expect(spansOf(sampleAgreement).filter((span) => span.blank)).toEqual([]);
  });

  it('marks each field where its value appears', () => {
    const fields = new Set(
      spansOf({ ...sampleAgreement, ...byTerm(OPTIONAL_TERMS, () => 'Velo KG') }).map((span) => span.field),
    );
    fields.delete(undefined);
    expect(fields).toEqual(
      new Set(Object.keys(sampleAgreement).filter((key) => key !== 'language' && key !== 'templateVersion')),
    );
  });

  it('never reads a value as template text', () => {
    const text = textOf({
      ...sampleAgreement,
      ideaTitle: 'Das {party1Name}-Verfahren $& $1',
      ideaDescription: '{undefined} '.repeat(9).trim(),
    });
    expect(text).toContain('„Das {party1Name}-Verfahren $& $1“');
    expect(text).toContain('{undefined} {undefined}');
  });

  it('quotes a description line by line', () => {
    const [subject] = fillAgreement({ ...sampleAgreement, ideaDescription: 'eins\r\n\r\n  zwei\n' }).sections;
    expect(subject?.blocks.filter((block) => block.kind === 'quote')).toEqual([
      { kind: 'quote', spans: [{ text: 'eins', field: 'ideaDescription' }] },
      { kind: 'quote', spans: [{ text: 'zwei', field: 'ideaDescription' }] },
    ]);
  });
});

describe('an added clause', () => {
  const clause = {
    after: 'subject.title',
    kind: 'paragraph',
    text: { de: 'Vertreten durch {party2Company}.', en: 'Represented by {party2Company}.' },
  } as const;
  const subjectOf = (change: Partial<AgreementTerms>, added: AddedClause = clause) =>
    fillAgreement({ ...sampleAgreement, ...change }, [added]).sections[0]?.blocks;

  it.each([
    ['de', 'Vertreten durch '],
    ['en', 'Represented by '],
  ] as const)('follows its block in %s if the field is given', (language, words) => {
    const blocks = subjectOf({ language, party2Company: 'Velo KG' });
    const title = blocks?.findIndex((block) => JSON.stringify(block).includes('"field":"ideaTitle"')) ?? -1;
    expect(blocks?.[title + 1]).toEqual({
      kind: 'paragraph',
      spans: [{ text: words }, { text: 'Velo KG', field: 'party2Company' }, { text: '.' }],
    });
    expect(JSON.stringify(blocks).split(words)).toHaveLength(2);
  });

  it('changes nothing in the text if the field is absent', () => {
    for (const party2Company of [null, '', ' '])
      expect(fillAgreement({ ...sampleAgreement, party2Company }, [clause])).toEqual(
        fillAgreement({ ...sampleAgreement, party2Company }),
      );
  });

  it('quotes several lines as the template does', () => {
    const quote = {
      ...clause,
      kind: 'quote',
      text: { de: '{party2Company}', en: '{party2Company}' },
    } as const;
    const field = 'party2Company';
    expect(subjectOf({ [field]: 'eins\nzwei' }, quote)).toEqual(
      expect.arrayContaining([
        { kind: 'quote', spans: [{ text: 'eins', field }] },
        { kind: 'quote', spans: [{ text: 'zwei', field }] },
      ]),
    );
  });

  it('is a single quote if its text has words beside the value', () => {
    const text = { de: 'für {party2Company}', en: 'for {party2Company}' };
    expect(subjectOf({ party2Company: 'eins\nzwei' }, { ...clause, kind: 'quote', text })).toContainEqual({
      kind: 'quote',
      spans: [{ text: 'für ' }, { text: 'eins\nzwei', field: 'party2Company' }],
    });
  });

  it('fills each of its placeholders', () => {
    const text = { de: '{party1Name}, {party2Name} und {party2Company}', en: '' };
    const names = { party1Name: 'A B', party2Name: 'C D', party2Company: 'Velo KG' };
    expect(textOf({ ...sampleAgreement, ...names }, [{ ...clause, text }])).toContain('A B, C D und Velo KG');
  });

  it('follows an existing block', () => {
    for (const version of TEMPLATE_VERSIONS) {
      const { sections } = TEMPLATES[version].texts.de;
      const blocks = sections.flatMap((section) => section.blocks.map(({ id }) => id));
      expect(blocks).toEqual(expect.arrayContaining([clause, ...ADDED_CLAUSES].map(({ after }) => after)));
    }
  });
});

describe('the canonical document', () => {
  it('holds text and structure only, without marks', () => {
    const canonical = canonicalAgreement(fillAgreement(sampleAgreement));
    expect(canonical).not.toMatch(/"field"|"blank"|"spans"/);
    expect(canonicalAgreement(JSON.parse(JSON.stringify(fillAgreement(sampleAgreement))))).toBe(canonical);
  });

  it('has sorted keys at every level', () => {
    const check = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(check);
      else if (typeof value === 'object' && value !== null) {
        expect(Object.keys(value)).toEqual(Object.keys(value).sort());
        Object.values(value).forEach(check);
      }
    };
    check(JSON.parse(canonicalAgreement(fillAgreement(sampleAgreement))));
  });

  it('gives the same hash for the same terms, and another one for each changed term', () => {
    const hash = (change: Partial<AgreementTerms>): string =>
      agreementHash(fillAgreement({ ...sampleAgreement, ...change }));
    expect(hash({})).toBe(hash({}));
    const changes: Partial<AgreementTerms>[] = [
      { ideaTitle: 'Anderer Titel' },
      { ideaDescription: 'Eine andere Beschreibung' },
      { party1Name: 'A B' },
      { party1Company: null },
      { party2Name: 'C D' },
      { party2Company: 'E F' },
      { duration: '5y' },
      { geographicScope: 'worldwide' },
      { permittedDisclosures: 'an Notare' },
      { penaltyClause: 'custom:25001' },
      { returnOfMaterials: false },
      { language: 'en' },
      { issueDate: '2026-11-13' },
      { templateVersion: 'v1' },
      ...ADDED_TERMS.map((name) => ({ [name]: 'Neu' })),
    ];
    expect(changes.flatMap(Object.keys).sort()).toEqual(Object.keys(sampleAgreement).sort());
    expect(new Set([hash({}), ...changes.map(hash)]).size).toBe(changes.length + 1);
  });
});
