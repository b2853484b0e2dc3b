import { createHash } from 'node:crypto';
import { agreementHash, canonicalAgreement } from './canonical.js';
import { fillAgreement } from './fill.js';
import { ADDED_CLAUSES } from '../nda/term-fields.js';
import { CLAUSE_IDS, type TemplateBlock } from './template.js';
import { CURRENT_TEMPLATE, TEMPLATE_VERSIONS, TEMPLATES, templateVersion } from './templates.js';
import { sampleAgreement } from '../testing/sample-terms.js';

const texts = (block: TemplateBlock): readonly string[] =>
  block.kind === 'list' ? block.items : block.kind === 'signatures' ? [] : [block.text];
const places = (block: TemplateBlock): string[] =>
  texts(block).flatMap((text) => text.match(/\{[^}]+\}/g) ?? []);
/**
 * Returns the numbers of the clauses and statutes to which a block refers. The numbers must be the same in
 * both languages.
 */
const references = (block: TemplateBlock): string[] =>
  texts(block)
    .flatMap((text) => text.match(/\d+[a-z]?/g) ?? [])
    .sort();
const shape = (block: TemplateBlock): object => ({
  id: block.id,
  kind: block.kind,
  when: block.when,
  items: block.kind === 'list' ? block.items.length : 0,
  places: places(block),
  references: references(block),
});
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

describe.each(TEMPLATE_VERSIONS)('template %s', (version) => {
  const { texts: template } = TEMPLATES[version];

  it('is the same in both languages, clause by clause', () => {
    const shapes = (language: 'de' | 'en') =>
      template[language].sections.map(({ id, blocks }) => ({ id, blocks: blocks.map(shape) }));
    expect(shapes('en')).toEqual(shapes('de'));
    expect(Object.keys(template.en.blanks)).toEqual(Object.keys(template.de.blanks));
  });

  it('has the 17 clauses, with ids that are unique and begin with their clause', () => {
    expect(template.de.sections.map((section) => section.id)).toEqual(CLAUSE_IDS);
    const ids = template.de.sections.flatMap(({ id, blocks }) =>
      blocks.map((block) => ({ id, block: block.id })),
    );
    expect(new Set(ids.map(({ block }) => block)).size).toBe(ids.length);
    for (const { id, block } of ids) expect(block.startsWith(`${id}.`)).toBe(true);
  });

  it('carries the entire-agreement clause within section 14 and exceptions a) to d)', () => {
    const section = (index: number) =>
      fillAgreement({ ...sampleAgreement, templateVersion: version }).sections[index - 1];
    expect(JSON.stringify(section(14))).toContain('enthält alle Abreden');
    const list = section(10)?.blocks.find((block) => block.kind === 'list');
    expect(list?.kind === 'list' && list.items.map((item) => item.label)).toEqual(['a)', 'b)', 'c)', 'd)']);
  });

  it('uses typographic quotation marks, apostrophes and ellipses, and no-break spaces after §', () => {
    const all = Object.values(template).map((texts) => JSON.stringify(texts));
    for (const text of all) expect(text).not.toMatch(/§ \d|[a-zäöü]'[a-z]|\.\.\./);
    expect(all[0]).not.toMatch(/“[^„]*”/);
  });

  // The published text must not change. If one of these tests fails, make a new template version instead of
  // changing this one.
  it.each(['de', 'en'] as const)('is frozen in %s', (language) => {
    const document = fillAgreement({ ...sampleAgreement, language, templateVersion: version });
    expect(agreementHash(document)).toBe(FROZEN[version][language].sample);
    expect(sha256(canonicalAgreement(document))).toBe(FROZEN[version][language].sample);
    expect(sha256(JSON.stringify(template[language]))).toBe(FROZEN[version][language].template);
  });
});

const FROZEN = {
  v1: {
    de: {
      sample: '12937eba82487bf3d9dd626b89344262fdfa0b985cb7a59d4bdfd2c8ec101549',
      template: '5c3dd62a9862babda28b1a7afc92c3610d9c6901e506ed2dea40d600c21e21b8',
    },
    en: {
      sample: '4681173c4c388cd76cbc0efea24d011d462ef61def567d31693e7d9500b68b12',
      template: '5e28250a37847cd805e51b446b3f74dcf9cebd676686c170f8ed4aa612da4a07',
    },
  },
  v2: {
    de: {
      sample: 'd7aa5bb45cdc6f81d563e90c4e5fe98e02869ac9c89a4dc6aeecca1af1675e2c',
      template: 'c1ecb3b321f9b7338c278eb37975a61bad3a35ce15b648c9c038f47539754661',
    },
    en: {
      sample: '5578d4db29fc294f88350aee93cf809c0a53926547e03f38bb6ece606fb070b6',
      template: '9942bed51f4e37f029a5ee6a419bb106a1e6e015bdc76515df47a19382198f01',
    },
  },
};

describe('the versions of the agreement', () => {
  it('end with the current one', () => expect(TEMPLATE_VERSIONS.at(-1)).toBe(CURRENT_TEMPLATE));

  it('can be looked up by name, and no unknown version can', () => {
    expect(TEMPLATE_VERSIONS.map(templateVersion)).toEqual(TEMPLATE_VERSIONS);
    for (const name of ['v0', 'V1', '', 'toString', 'constructor'])
      expect(() => templateVersion(name)).toThrow('There is no version');
  });

  it('keep their date format in the English agreement', () => {
    const issued = (version: (typeof TEMPLATE_VERSIONS)[number]) =>
      fillAgreement({ ...sampleAgreement, language: 'en', templateVersion: version }).issued.text;
    expect(issued('v1')).toBe('Issued on November\u00a012, 2026');
    expect(issued('v2')).toBe('Issued on 12\u00a0November\u00a02026');
  });

  // The expected list contains one hash for each published clause in `ADDED_CLAUSES`. It is empty while there
  // is no such clause.
  it('never change an added clause after it was published', () =>
    expect(ADDED_CLAUSES.map((clause) => sha256(JSON.stringify(clause)))).toEqual([]));
});
